// Jobs as rows and adapters as columns: one figure of each cell, at the chosen size and number of clients.

import { shown } from './adapters.js';
import { cellOf, measured, run } from './data.js';
import { digits, millis, number } from './format.js';
import { make, named } from './make.js';
import { get } from './state.js';

const OWN_SIZE = 'own';

const FIGURES = {
  goodputPerSecond: { text: 'TPS', of: (cell) => cell.goodputPerSecond, written: (value, cell) => digits(value, cell.goodputInterval), best: Math.max },
  mediatorCpu: { text: 'CPU-µs per message', of: (cell) => cell.cpuMicrosPerMessage?.mediator, written: (value, cell) => digits(value, cell.mediatorCpuInterval), best: Math.min },
  p99: { text: 'p99 in ms', of: (cell) => cell.latencyMicros?.p99, written: (value) => millis(value, run.latencyResolutionMicros), best: Math.min },
};

export const JOB_FIGURES = Object.entries(FIGURES).map(([value, { text }]) => ({ value, text }));

export function drawJobs() {
  const table = document.getElementById('job-table');
  if (!table) {
    return;
  }
  const adapters = shown();
  const jobs = run.scenarios.filter((one) => get('scenario') === '' || get('scenario') === one.name);
  table.tHead.rows[0].replaceChildren(
    make('th', { scope: 'col' }, 'Job'),
    ...adapters.map((adapter) => make('th', { scope: 'col', class: 'num', title: adapter.title }, named(adapter))),
  );
  table.tBodies[0].replaceChildren(...jobs.map((job) => row(job, adapters)));
  document.getElementById('job-reasons').replaceChildren(...reasons(jobs, adapters));
}

// A job whose messages have one size is shown with it, whatever size is chosen.
function cellAt(adapter, job) {
  const level = Number(get('concurrency'));
  return cellOf(adapter.name, job.name, get('payload'), level) ?? cellOf(adapter.name, job.name, OWN_SIZE, level);
}

function row(job, adapters) {
  const figure = FIGURES[get('figure')];
  const cells = adapters.map((adapter) => cellAt(adapter, job));
  const rivals = cells.filter((cell, i) => measured(cell) && !adapters[i].control).map(figure.of).filter((value) => value !== undefined);
  const best = figure.best(...rivals);
  return make('tr', { 'data-scenario': job.name }, make('th', { scope: 'row' }, job.title), ...cells.map((cell, i) => {
    const value = measured(cell) ? figure.of(cell) : undefined;
    const first = value !== undefined && value === best && !adapters[i].control;
    const spoilt = cell?.flags.some((flag) => flag.spoils) ? ' *' : '';
    return make('td', {
      class: `num${first ? ' first' : ''}${value === undefined || adapters[i].control ? ' soft' : ''}`,
      'data-adapter': adapters[i].name,
      'data-value': value ?? '',
    }, value === undefined ? outcome(cell) : figure.written(value, cell) + spoilt);
  }));
}

function outcome(cell) {
  return cell === undefined || measured(cell) ? '–' : cell.outcome.replace('-', ' ');
}

// What was refused, and why a cell has no figure or one that does not count, in words that need no pointer to be read.
function reasons(jobs, adapters) {
  return jobs.flatMap((job) => adapters.flatMap((adapter) => {
    const cell = cellAt(adapter, job);
    const spoils = (cell?.flags ?? []).filter((flag) => flag.spoils).map((flag) => `* ${flag.word}: ${flag.explanation}`);
    const refused = cell?.refused === undefined ? [] : [`${number(cell.refused)} messages refused that were wrong on purpose`];
    const why = [...refused, ...(cell && !measured(cell) ? [`${outcome(cell)}: ${cell.reason}`] : []), ...spoils];
    return why.map((text) => make('li', {}, named(adapter), ` ${job.title}: ${text}`));
  }));
}
