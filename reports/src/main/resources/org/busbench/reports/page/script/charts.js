// The charts of the page: one for each kind and scenario, drawn anew whenever a choice changes.

import { shown } from './adapters.js';
import { canStack, costOption, costRows, mediationOption, mediationRows } from './cost.js';
import { gaps, run } from './data.js';
import { errorsOption } from './errors.js';
import { latencyOption, latencyRows } from './latency.js';
import { spreadNames } from './lines.js';
import { get } from './state.js';
import { throughputOption, throughputRows } from './throughput.js';

const LINES = 310;

const kinds = {
  goodput: { option: throughputOption, view: 'tps', height: (scenario) => heightOf(throughputRows(scenario)) },
  latency: { option: latencyOption, view: 'latency', height: (scenario) => heightOf(latencyRows(scenario)) },
  cost: { option: costOption, view: 'cost', height: (scenario) => barsHeight(costRows(scenario).length) },
  mediation: { option: mediationOption, view: 'cost', height: () => barsHeight(mediationRows().length) },
  errors: { option: errorsOption, view: '', height: () => 220 },
};

const charts = [];

// Of bars, when there are rows; of curves otherwise.
function heightOf(rows) {
  return rows ? barsHeight(rows.length) : LINES;
}

function barsHeight(rows) {
  return 40 + 26 * Math.max(1, rows);
}

export function startCharts() {
  document.querySelectorAll('#mediation').forEach((figure) => { figure.hidden = !canStack(); });
  for (const element of document.querySelectorAll('[data-chart]')) {
    charts.push({ element, kind: kinds[element.dataset.chart], scenario: element.dataset.scenario, chart: null });
  }
}

export function drawCharts() {
  const only = get('scenario');
  document.querySelectorAll('figure[data-scenario]').forEach((figure) => {
    figure.hidden = only !== '' && figure.dataset.scenario !== only;
  });
  document.querySelectorAll('.charts').forEach((box) => box.classList.toggle('single', only !== ''));
  charts.filter((one) => !one.element.closest('[hidden]')).forEach(draw);
}

function draw(one) {
  one.element.style.height = `${one.kind.height(one.scenario)}px`;
  one.chart ??= echarts.init(one.element, null, { renderer: 'svg' });
  one.chart.resize();
  const option = one.kind.option(one.scenario, one.element.clientWidth);
  one.chart.setOption(option, { notMerge: true });
  spreadNames(one.chart, option);
  const empty = option.series.every((series) => series.data.length === 0);
  one.element.classList.toggle('empty', empty);
  const note = one.element.parentElement.querySelector('.gaps');
  if (note) {
    note.textContent = empty ? nothing(one) : missing(one).join(' · ');
  }
}

function missing(one) {
  const levels = get(one.kind.view) === 'clients' || (one.kind.view === 'latency' && get('latency') === 'added')
    ? run.concurrency : [Number(get('concurrency'))];
  return one.scenario ? gaps(shown(), one.scenario, get('payload'), levels) : [];
}

function nothing(one) {
  if (one.element.dataset.chart === 'errors') {
    return 'No error here: of the adapters shown, in this block, at this number of clients.';
  }
  const known = missing(one);
  return known.length > 0 ? known.join(' · ') : 'The record has nothing to draw here.';
}

export function resizeCharts() {
  charts.forEach((one) => one.chart?.resize());
}
