// The charts of the page: one for each kind and scenario, drawn anew whenever a choice changes.

import { shown } from './adapters.js';
import { blank } from './blank.js';
import { canStack, costOption, costRows, mediationOption, mediationRows } from './cost.js';
import { cellOf, costGaps, gaps, run, titleOf } from './data.js';
import { errorsKey, errorsOption } from './errors.js';
import { clients } from './format.js';
import { latencyOption, latencyRows, latencyTime, untold } from './latency.js';
import { spreadNames } from './lines.js';
import { make } from './make.js';
import { onlyLevel } from './onelevel.js';
import { get } from './state.js';
import { throughputOption, throughputRows, throughputTime } from './throughput.js';

const LINES = 310;
const LOW_LINES = 220;

const kinds = {
  'goodput-time': { option: throughputTime, view: '', height: () => LOW_LINES },
  'latency-time': { option: latencyTime, view: '', height: () => LOW_LINES },
  goodput: { option: throughputOption, view: 'tps', height: (scenario) => heightOf(throughputRows(scenario)) },
  latency: { option: latencyOption, view: 'latency', height: (scenario) => heightOf(latencyRows(scenario)) },
  cost: { option: costOption, view: 'cost', height: (scenario) => barsHeight(costRows(scenario).length) },
  mediation: { option: mediationOption, view: 'cost', height: () => barsHeight(mediationRows().length) },
  errors: { option: errorsOption, view: '', height: () => 220, key: errorsKey },
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
  const empty = blank(option);
  one.element.classList.toggle('empty', empty);
  const note = one.element.parentElement.querySelector('.gaps');
  if (note) {
    note.replaceChildren(...(empty ? [nothing(one)] : [...keyOf(one), ...atOneLevel(one), missing(one).join(' · ')]));
  }
}

function keyOf(one) {
  return (one.kind.key?.(one.scenario) ?? [])
    .flatMap((part) => [make('span', { class: 'key', style: `--backend: ${part.color}` }, part.name), ' ']);
}

// Bars do not say at how many clients, when the run has several numbers of them.
function atOneLevel(one) {
  const level = get(one.kind.view) === 'clients' && run.concurrency.length > 1 ? onlyLevel(one.scenario) : undefined;
  return level === undefined ? [] : [make('span', { class: 'detail' }, `All figures here are at ${clients(level)}. `)];
}

function missing(one) {
  if (!one.scenario) {
    return [];
  }
  const known = gaps(shown(), one.scenario, get('payload'), levels(one));
  if (one.kind.view === 'latency' && ['clients', 'added'].includes(get('latency'))) {
    return [...known, ...untold(one.scenario, levels(one))];
  }
  return one.kind.view === 'cost' ? [...known, ...costGaps(shown(), one.scenario, get('payload'), levels(one))] : known;
}

// The numbers of clients at which it looks.
function levels(one) {
  return get(one.kind.view) === 'clients' || (one.kind.view === 'latency' && get('latency') === 'added')
    ? run.concurrency : [Number(get('concurrency'))];
}

function nothing(one) {
  if (one.element.dataset.chart === 'errors') {
    return 'No error here: of the adapters shown, in this block, at this number of clients.';
  }
  if (!one.scenario) {
    return 'No mediator that is shown has a figure for all three jobs here.';
  }
  const known = missing(one);
  return known.length > 0 ? known.join(' · ') : absent(one);
}

function absent(one) {
  const measured = shown().some((adapter) => levels(one)
    .some((level) => cellOf(adapter.name, one.scenario, get('payload'), level)?.goodputPerSecond !== undefined));
  if (measured && one.element.dataset.chart.endsWith('-time')) {
    return 'The record has no such figure for each second of a trial.';
  }
  if (measured) {
    return get(one.kind.view) === 'added'
      ? 'Of the adapters shown none was measured in the same block as direct.' : 'The record has nothing to draw here.';
  }
  const place = [titleOf(run.scenarios, one.scenario), titleOf(run.payloads, get('payload')),
    ...(levels(one).length === 1 ? [clients(levels(one)[0])] : [])];
  return `Of the adapters shown none was measured here: ${place.join(', ')}.`;
}

export function resizeCharts() {
  charts.forEach((one) => one.chart?.resize());
}
