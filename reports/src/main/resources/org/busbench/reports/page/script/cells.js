// The table of all cells of the chosen size: sorted by a click on a heading, filtered by words; a row opens its dossier.

import { adapterOf, measured, run, titleOf } from './data.js';
import { dossier } from './dossier.js';
import { digits, millis, number, percent, range, ratio } from './format.js';
import { make, named, tag } from './make.js';
import { get } from './state.js';

const micros = (value) => millis(value, run.latencyResolutionMicros);

// key, heading, how it is read from a cell, how it is written, what it means
let figures = [
  ['goodputPerSecond', 'TPS', (cell) => cell.goodputPerSecond, (value, cell) => digits(value, cell.goodputInterval), 'verified responses per second'],
  ['interval', 'Interval', (cell) => cell.goodputInterval?.low, null, 'of the median TPS over the blocks; how surely it holds is in the dossier'],
  ['shareOfDirect', 'of direct', (cell) => cell.shareOfDirect, percent, 'share of what the rig can do'],
  ['p50', 'p50', (cell) => cell.latencyMicros?.p50, micros, 'ms'],
  ['p90', 'p90', (cell) => cell.latencyMicros?.p90, micros, 'ms'],
  ['p99', 'p99', (cell) => cell.latencyMicros?.p99, micros, 'ms'],
  ['p999', 'p99.9', (cell) => cell.latencyMicros?.p999, micros, 'ms'],
  ['mediatorCpu', 'CPU mediator', (cell) => cell.cpuMicrosPerMessage?.mediator, (value, cell) => digits(value, cell.mediatorCpuInterval), 'µs per message'],
  ['cpuTimesFloor', '× floor', (cell) => cell.cpuTimesFloor, ratio, 'CPU time of the mediator as a multiple of that of relay, which only passes bytes on; within blocks'],
  ['backendCpu', 'CPU backend', (cell) => cell.cpuMicrosPerMessage?.backend, number, 'µs per message'],
  ['injectorCpu', 'CPU injector', (cell) => cell.cpuMicrosPerMessage?.injector, number, 'µs per message'],
  ['errors', 'Errors', (cell) => total(cell.errors), number, 'responses that did not count'],
];
const PLACES = [['adapter', 'Adapter'], ['scenario', 'Scenario'], ['clients', 'Clients']];

let order = { key: '', sign: 1 };
let wanted = [];

export function total(errors) {
  return Object.values(errors).reduce((sum, count) => sum + count, 0);
}

export function startCells() {
  const known = ([, , of]) => run.cells.some((cell) => of(cell) !== undefined);
  figures = figures.filter((figure) => (figure[0] === 'cpuTimesFloor' ? known(figure)
    : !figure[0].endsWith('Cpu') || known(figure) || run.cells.some((cell) => cell.costNotMeasured !== undefined)));
  const head = document.getElementById('cell-table').tHead.rows[0];
  for (const [key, text, , , meaning] of [...PLACES, ...figures]) {
    const numeric = figures.some((figure) => figure[0] === key) || key === 'clients';
    const button = make('button', { type: 'button', title: meaning }, text);
    button.addEventListener('click', () => sortBy(key, figures.some((figure) => figure[0] === key)));
    head.append(make('th', { scope: 'col', class: numeric ? 'num' : '', 'data-key': key, 'aria-sort': 'none' }, button));
  }
  head.append(make('th', { scope: 'col' }, 'Remark'));
  document.getElementById('filter').addEventListener('input', (event) => {
    wanted = event.target.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    drawCells();
  });
}

function sortBy(key, falling) {
  order = { key, sign: order.key === key ? -order.sign : falling ? -1 : 1 };
  document.querySelectorAll('#cell-table thead th[data-key]').forEach((head) => {
    head.setAttribute('aria-sort', head.dataset.key !== key ? 'none' : order.sign > 0 ? 'ascending' : 'descending');
  });
  drawCells();
}

export function drawCells() {
  const cells = run.cells
    .filter((cell) => cell.payload === get('payload'))
    .filter((cell) => get('scenario') === '' || cell.scenario === get('scenario'))
    .filter((cell) => wanted.every((word) => words(cell).includes(word)));
  if (order.key !== '') {
    cells.sort((a, b) => compare(valueOf(a), valueOf(b)));
  }
  const body = document.getElementById('cell-table').tBodies[0];
  const open = new Set([...body.querySelectorAll('.dossier')].map((one) => one.dataset.of));
  body.replaceChildren(...cells.map(row));
  body.querySelectorAll('.open').forEach((button, i) => open.has(nameOf(cells[i])) && button.click());
  document.getElementById('no-match').hidden = cells.length > 0;
  document.getElementById('cell-count').textContent =
    `${number(cells.length)} of ${number(run.cells.length)} cells: ${titleOf(run.payloads, get('payload'))}`;
}

function valueOf(cell) {
  const figure = figures.find(([key]) => key === order.key);
  return figure ? figure[2](cell) : { adapter: cell.adapter, scenario: cell.scenario, clients: cell.ratePerSecond ?? cell.concurrency }[order.key];
}

// Cells without a value come last, whichever way the others go.
function compare(a, b) {
  if (a === undefined || b === undefined) {
    return (a === undefined) - (b === undefined);
  }
  return order.sign * (typeof a === 'number' ? a - b : a.localeCompare(b));
}

function words(cell) {
  return [cell.adapter, cell.scenario, titleOf(run.scenarios, cell.scenario), cell.outcome.replace('-', ' '), cell.reason, cell.bottleneck,
    ...cell.flags.map((flag) => flag.word)].join(' ').toLowerCase();
}

function row(cell) {
  const adapter = adapterOf(cell.adapter);
  const open = make('button', { type: 'button', class: 'open', 'aria-expanded': 'false', title: 'Blocks, evidence and everything else of this cell' }, named(adapter));
  const line = make('tr', {
    class: [cell.best ? 'best' : '', adapter.control ? 'control' : '', measured(cell) ? '' : 'unmeasured'].join(' ').trim(),
    'data-adapter': cell.adapter,
    'data-scenario': cell.scenario,
    'data-payload': cell.payload,
    'data-concurrency': cell.concurrency,
    'data-outcome': cell.outcome.replace('-', ' '),
  },
  make('th', { scope: 'row' }, open),
  make('td', { title: titleOf(run.scenarios, cell.scenario) }, cell.scenario),
  make('td', { class: 'num' }, cell.ratePerSecond === undefined ? number(cell.concurrency) : `${number(cell.ratePerSecond)}/s`),
  ...figures.map((figure) => figureCell(cell, figure)),
  remark(cell));
  open.addEventListener('click', () => toggle(line, open, cell));
  return line;
}

function figureCell(cell, [key, , of, text]) {
  const value = of(cell);
  if (key === 'mediatorCpu' && cell.costNotMeasured !== undefined) {
    return make('td', { class: 'num soft', 'data-key': key, 'data-value': '', title: cell.costNotMeasured }, 'not measured');
  }
  const written = key === 'interval' ? range(cell.goodputInterval) : value === undefined ? '' : text(value, cell);
  return make('td', { class: key === 'interval' ? 'num soft' : 'num', 'data-key': key, 'data-value': value ?? '' }, written || '–');
}

function remark(cell) {
  const outcome = measured(cell) ? null : make('span', { class: 'tag bad' }, cell.outcome.replace('-', ' '));
  const why = cell.reason === '' ? null : make('span', { class: 'why', title: cell.reason }, cell.reason);
  return make('td', { class: 'remark' }, outcome, ...cell.flags.map(tag), why);
}

const nameOf = (cell) => [cell.adapter, cell.scenario, cell.payload, cell.concurrency, cell.ratePerSecond].join(' ');

function toggle(line, open, cell) {
  const expanded = open.getAttribute('aria-expanded') === 'true';
  open.setAttribute('aria-expanded', String(!expanded));
  if (expanded) {
    line.nextElementSibling.remove();
  } else {
    line.after(make('tr', { class: 'dossier', 'data-of': nameOf(cell) }, make('td', { colspan: line.cells.length }, dossier(cell))));
  }
}
