// Puts the page together: choices, charts, tables.

import { shown, startAdapters } from './adapters.js';
import { drawAnswer, startAnswer } from './answer.js';
import { drawCells, startCells } from './cells.js';
import { drawCharts, resizeCharts, startCharts } from './charts.js';
import { choice, list, toggle } from './choices.js';
import { drawContrasts, measureChoices } from './contrasts.js';
import { COST_VIEWS } from './cost.js';
import { load, run } from './data.js';
import { anyErrors } from './errors.js';
import { drawJobs, JOB_FIGURES } from './jobs.js';
import { LATENCY_VIEWS, toldPercentiles } from './latency.js';
import { typicalLevel } from './level.js';
import { drawRates } from './rates.js';
import { drawScaling } from './scaling.js';
import { get, keepViewWhileMoving, moveToChosenSection, onChange } from './state.js';
import { startTheme } from './theme.js';
import { THROUGHPUT_VIEWS } from './throughput.js';

const charted = document.getElementById('goodput') !== null;

const named = (all) => all.map((one) => ({ value: one.name, text: one.title }));

const blocks = () => Array.from({ length: run.blocks }, (_, i) => ({ value: String(i + 1), text: String(i + 1) }));

function startChoices() {
  list('concurrency', run.concurrency.map((level) => ({ value: String(level), text: String(level) })), String(typicalLevel()));
  list('block', blocks(), '1');
  const rivals = run.adapters.filter((adapter) => adapter.name !== 'direct').map((one) => ({ value: one.name, text: one.name }));
  list('baseline', rivals, run.baseline);
  choice('measure', measureChoices(), 'goodput');
  choice('scale', [{ value: 'linear', text: 'linear' }, { value: 'log', text: 'log' }], 'linear');
  choice('tps', THROUGHPUT_VIEWS.filter((view) => view.value !== 'size' || run.payloads.length > 1), 'clients');
  choice('latency', LATENCY_VIEWS, 'clients');
  const percentiles = toldPercentiles();
  choice('percentile', percentiles, percentiles.some((one) => one.value === 'p99') ? 'p99' : 'p90');
  if (document.getElementById('cost')) {
    choice('cost', COST_VIEWS, 'parts');
  }
  if (document.getElementById('jobs')) {
    choice('figure', JOB_FIGURES, 'goodputPerSecond');
  }
  toggle('fit');
  startAdapters();
}

// What does not belong to the chosen views is not shown: a choice that changes nothing would be a riddle.
function showWhatBelongs() {
  const show = (id, wanted) => { document.getElementById(id).classList.toggle('away', !wanted); };
  show('choose-fit', get('tps') === 'clients' && run.scalings.some((one) => one.law));
  show('choose-percentile', ['clients', 'added'].includes(get('latency')));
  show('choose-block', run.blocks > 1);
  document.querySelectorAll('[data-for]').forEach((text) => {
    const [name, value] = text.dataset.for.split('=');
    text.hidden = get(name) !== value;
  });
  document.getElementById('error-charts').hidden = !anyErrors();
  document.getElementById('no-errors').hidden = anyErrors();
}

function draw() {
  drawAnswer();
  if (charted) {
    showWhatBelongs();
    drawJobs();
    drawCharts();
    drawContrasts();
    drawScaling();
  }
  drawRates();
  drawCells();
}

async function start() {
  await load();
  choice('payload', named(run.payloads), run.payloads[0].name);
  list('scenario', [{ value: '', text: 'all' }, ...named(run.scenarios)], '');
  if (charted) {
    startChoices();
    startCharts();
    new ResizeObserver(resizeCharts).observe(document.querySelector('.charts'));
  }
  startTheme(draw);
  startAnswer();
  startCells();
  keepViewWhileMoving();
  draw();
  onChange((name) => name === 'theme' || name === 'at' || draw());
  addEventListener('beforeprint', resizeCharts);
  addEventListener('afterprint', resizeCharts);
  moveToChosenSection();
  document.documentElement.dataset.drawn = String(charted ? shown().length : 0);
}

// The page of a run that goes on: the harness draws it anew between trials. One that has not changed for an hour is left alone.
const AGAIN_MILLIS = 30000;
const LEFT_ALONE_MILLIS = 3600000;

const underway = document.getElementById('underway');
if (underway && Date.now() - Date.parse(underway.dataset.drawn) < LEFT_ALONE_MILLIS) {
  setInterval(() => document.hidden || location.reload(), AGAIN_MILLIS);
}

start().catch((problem) => {
  document.getElementById('trouble').hidden = false;
  throw problem;
});
