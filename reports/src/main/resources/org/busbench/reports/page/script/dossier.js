// Everything that the record says of one cell: its blocks with their evidence, what holds its figures, what speaks
// against them.

import { run, titleOf } from './data.js';
import { bytes, clients, millis, number, percent, range, rarely } from './format.js';
import { make, tag } from './make.js';

export function dossier(cell) {
  const title = `${cell.adapter}, ${titleOf(run.scenarios, cell.scenario)}, ${titleOf(run.payloads, cell.payload)}, `
    + (cell.rate === undefined ? clients(cell.concurrency) : `${number(cell.rate)} requests/s`);
  return make('div', { class: 'file' }, make('h3', {}, title), flags(cell),
    make('div', { class: 'two' }, make('div', {}, make('h4', {}, 'Trials'), trials(cell)), make('div', {}, make('h4', {}, 'What holds the figures'), facts(cell))));
}

function flags(cell) {
  const rows = cell.flags.map((flag) => make('li', {}, tag(flag), ` ${flag.explanation}`));
  const reason = cell.reason === '' ? null : make('li', {}, cell.reason);
  return rows.length > 0 || reason ? make('ul', { class: 'flags' }, ...rows, reason) : null;
}

function trials(cell) {
  const ms = (value) => (value === undefined ? '–' : millis(value, run.latencyResolutionMicros));
  const rows = cell.trials.map((trial) => make('tr', { 'data-trial': trial.number },
    make('td', { class: 'num' }, number(trial.block)),
    make('td', {}, trial.evidence ? make('a', { href: `${trial.evidence}/` }, `trial ${trial.number}`) : `trial ${trial.number}`),
    ...[trial.goodput === undefined ? trial.outcome.replace('-', ' ') : number(trial.goodput), ms(trial.p50), ms(trial.p99),
      trial.cpu === undefined ? '–' : number(trial.cpu), number(trial.errors), trial.rss === undefined ? '–' : bytes(trial.rss)]
      .map((text) => make('td', { class: 'num' }, text))));
  const heads = ['Block', 'Evidence', 'TPS', 'p50 ms', 'p99 ms', 'CPU-µs', 'Errors', 'Memory'];
  return make('table', { class: 'plain' },
    make('thead', {}, make('tr', {}, ...heads.map((head, i) => make('th', { scope: 'col', class: i === 1 ? '' : 'num' }, head)))),
    make('tbody', {}, ...rows));
}

function facts(cell) {
  const us = (value) => `${number(value)} µs`;
  const cpu = cell.figures?.cpuMicrosPerMessage.mediator;
  const use = cell.use;
  const errors = Object.entries(cell.errors).filter(([, count]) => count > 0);
  const all = [
    ['Interval of TPS', cell.goodput && `${range(cell.goodput, number)} (${percent(cell.goodput.coverage)})`],
    ['CPU time per message', cpu === undefined ? undefined : us(cpu) + (cell.cpu ? `, ${range(cell.cpu, number)} (${percent(cell.cpu.coverage)})` : '')],
    ['of it user, system, GC', use && cpu !== undefined
      ? [use.userShare, use.systemShare, use.gcShare].filter((share) => share !== undefined).map((share) => us(share * cpu)).join(', ') : undefined],
    ['Stood still for GC', use?.gcPauseShare === undefined ? undefined : percent(use.gcPauseShare)],
    ['Memory, threads', use && `${bytes(use.rssBytes)}, ${number(use.threads)}`],
    ['Added to direct, p50 and p99', cell.added && `${us(cell.added.p50)}, ${us(cell.added.p99)}${cell.added.byProbe ? ' (by the probe)' : ''}`],
    ['Probe, p50, p99, p99.9', cell.probe && [cell.probe.p50, cell.probe.p99, cell.probe.p999].map(us).join(', ')],
    ['Bottleneck', cell.bottleneck],
    ['Verified responses', number(cell.verified)],
    ['Errors', errors.length === 0 ? 'none' : errors.map(([name, count]) => `${number(count)} ${name}`).join(', ')],
    ['Reconciled to the message', `${cell.reconciled} of ${cell.trials.length} trials`],
    ['Compared in full', number(cell.compared)
      + (cell.smallestVisibleRate === undefined ? '' : `; would have shown one wrong answer in ${rarely(cell.smallestVisibleRate).replace('1 in ', '')}`)],
  ];
  return make('dl', { class: 'facts' }, ...all.filter(([, text]) => text !== undefined)
    .map(([name, text]) => make('div', {}, make('dt', {}, name), make('dd', {}, text))));
}
