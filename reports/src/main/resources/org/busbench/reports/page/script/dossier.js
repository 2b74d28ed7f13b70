// Everything that the record says of one cell: its blocks with their evidence, what holds its figures, what speaks
// against them.

import { run, titleOf } from './data.js';
import { bytes, clients, digits, millis, number, percent, range, rarely, ratio } from './format.js';
import { make, tag } from './make.js';

export function dossier(cell) {
  const title = `${cell.adapter}, ${titleOf(run.scenarios, cell.scenario)}, ${titleOf(run.payloads, cell.payload)}, `
    + (cell.ratePerSecond === undefined ? clients(cell.concurrency) : `${number(cell.ratePerSecond)} requests/s`);
  return make('div', { class: 'file' }, make('h3', {}, title), flags(cell),
    make('div', { class: 'two' }, make('div', {}, make('h4', {}, 'Trials'), trials(cell)), make('div', {}, make('h4', {}, 'What holds the figures'), facts(cell))));
}

function flags(cell) {
  const rows = cell.flags.map((flag) => make('li', {}, tag(flag), ` ${flag.explanation}`));
  const reason = cell.reason === '' ? null : make('li', {}, cell.reason);
  return rows.length > 0 || reason ? make('ul', { class: 'flags' }, ...rows, reason) : null;
}

function trials(cell) {
  const rows = cell.series.map((trial) => make('tr', { 'data-trial': trial.trial },
    make('td', { class: 'num' }, number(trial.block)),
    make('td', {}, trial.evidence ? make('a', { href: `${trial.evidence}/` }, `trial ${trial.trial}`) : `trial ${trial.trial}`),
    ...columns(trial)
      .map((text) => make('td', { class: 'num' }, text))));
  const heads = ['Block', 'Evidence', 'TPS', 'p50 ms', 'p99 ms', 'CPU-µs', 'Errors', 'Memory'];
  return make('table', { class: 'plain' },
    make('thead', {}, make('tr', {}, ...heads.map((head, i) => make('th', { scope: 'col', class: i === 1 ? '' : 'num' }, head)))),
    make('tbody', {}, ...rows));
}

function columns({ outcome, figures }) {
  const ms = (value) => (value === undefined ? '–' : millis(value, run.latencyResolutionMicros));
  return [
    figures.goodputPerSecond === undefined ? outcome.replace('-', ' ') : number(figures.goodputPerSecond),
    ms(figures.p50Micros),
    ms(figures.p99Micros),
    figures.cpuMicrosPerMessage === undefined ? '–' : number(figures.cpuMicrosPerMessage),
    number(figures.errors),
    figures.rssBytes === undefined ? '–' : bytes(figures.rssBytes),
  ];
}

function facts(cell) {
  const us = (value) => (value === undefined ? '–' : `${number(value)} µs`);
  const cpu = cell.cpuMicrosPerMessage?.mediator;
  const use = cell.mediatorUse;
  const added = cell.addedMicros;
  const probe = cell.probeMicros;
  const cpuInterval = cell.mediatorCpuInterval;
  const errors = Object.entries(cell.errors).filter(([, count]) => count > 0);
  const all = [
    ['Interval of TPS', cell.goodputInterval && `${range(cell.goodputInterval)} (${percent(cell.goodputInterval.coverage)})`],
    ['CPU time per message', cpu === undefined ? cell.costNotMeasured && `not measured: ${cell.costNotMeasured}` : `${digits(cpu, cpuInterval)} µs` + (cpuInterval ? `, ${range(cpuInterval)} (${percent(cpuInterval.coverage)})` : '')],
    ['CPU time, × floor', cell.cpuTimesFloor && `${ratio(cell.cpuTimesFloor)} × relay`],
    ['of it user, system, GC', use && cpu !== undefined
      ? [use.userShare, use.systemShare, use.gcShare].filter((share) => share !== undefined).map((share) => us(share * cpu)).join(', ') : undefined],
    ['Stood still for GC', use?.gcPauseShare === undefined ? undefined : percent(use.gcPauseShare)],
    ['Context switches, page faults per message', use?.switchesPerMessage === undefined ? undefined : `${digits(use.switchesPerMessage)}, ${digits(use.faultsPerMessage)}`],
    ['Read and write calls per message', use?.callsPerMessage === undefined ? undefined : digits(use.callsPerMessage)],
    ['Memory, threads', use && `${bytes(use.rssBytes)}, ${number(use.threads)}`],
    ['Added to direct, p50 and p99', added && `${us(added.p50)}, ${us(added.p99)}${added.byProbe ? ' (by the probe)' : ''}`],
    ['Probe, p50, p99, p99.9', probe && [probe.p50, probe.p99, probe.p999].map(us).join(', ')],
    ['Bottleneck', cell.bottleneck],
    ['Verified responses', number(cell.verified)],
    ['Errors', errors.length === 0 ? 'none' : errors.map(([name, count]) => `${number(count)} ${name}`).join(', ')],
    ['Reconciled to the message', cell.flags.some((flag) => flag.kind === 'goodput-alone') ? 'no: goodput, not reconciled' : `${cell.reconciledTrials} of ${cell.trials} trials`],
    ['Compared in full', number(cell.responsesCompared)
      + (cell.smallestVisibleRate === undefined ? '' : `; would have shown one wrong answer in ${rarely(cell.smallestVisibleRate).replace('1 in ', '')}`)],
  ];
  return make('dl', { class: 'facts' }, ...all.filter(([, text]) => text !== undefined)
    .map(([name, text]) => make('div', {}, make('dt', {}, name), make('dd', {}, text))));
}
