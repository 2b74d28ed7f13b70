// What a message costs: CPU time by part and by party, memory, threads; and what each job adds.

import { shown } from './adapters.js';
import { barsOption } from './bars.js';
import { cellOf, run } from './data.js';
import { bytes, clients, digits, number, ratio, short } from './format.js';
import { inks, lookOf } from './look.js';
import { get } from './state.js';

export const COST_VIEWS = [
  { value: 'parts', text: 'CPU of the mediator' },
  { value: 'parties', text: 'CPU with the rig' },
  { value: 'memory', text: 'memory' },
  { value: 'threads', text: 'threads' },
];

const micros = (value) => (value === undefined ? '' : `${digits(value)} µs`);

function chosenCell(adapter, scenario) {
  return cellOf(adapter.name, scenario, get('payload'), Number(get('concurrency')));
}

// The least first; what has no figure is not drawn, and named below the chart.
function sorted(rows) {
  return rows.filter((row) => row.total !== undefined && row.total !== null).sort((a, b) => a.total - b.total);
}

export function costRows(scenario) {
  const build = { parts, parties, memory: used('rssBytes'), threads: used('threads') }[get('cost')];
  return sorted(shown().map((adapter) => ({ adapter, ...build(adapter, chosenCell(adapter, scenario)) })));
}

export function costOption(scenario) {
  const text = { memory: bytes, threads: number }[get('cost')] ?? micros;
  return barsOption({
    rows: costRows(scenario),
    label: get('cost') === 'memory' ? (value) => `${Math.round(value / 2 ** 20)}M` : short,
    text,
    title: (adapter) => `${adapter.name}, ${clients(Number(get('concurrency')))}`,
  });
}

function parts(adapter, cell) {
  const total = cell?.cpuMicrosPerMessage?.mediator;
  const use = cell?.mediatorUse;
  const ink = inks();
  if (!use || total === undefined) {
    return { total, parts: total === undefined ? [] : [{ name: 'user', value: total, color: ink['part-1'] }] };
  }
  const all = [['user', 'userShare', 'part-1'], ['system', 'systemShare', 'part-2'], ['garbage collection', 'gcShare', 'part-3']];
  const found = all.filter(([, key]) => use[key] !== undefined)
    .map(([name, key, part]) => ({ name, value: use[key] * total, color: ink[part] }));
  return { total, parts: found, lines: cell.cpuTimesFloor === undefined ? undefined : withFloor(found, cell.cpuTimesFloor) };
}

// The multiple is of another unit than the parts, so it stands in the tooltip and in no bar.
function withFloor(found, times) {
  return [
    ...found.map((part) => ({ name: part.name, color: part.color, value: micros(part.value) })),
    { name: '× floor (relay)', color: 'transparent', value: ratio(times) },
  ];
}

function parties(adapter, cell) {
  if (cell?.costNotMeasured !== undefined) {
    return { total: undefined, parts: [] }; // Without the mediator the bar of the rig would look cheap.
  }
  const cpu = cell?.cpuMicrosPerMessage;
  const ink = inks();
  const colors = { mediator: lookOf(adapter).color, backend: ink.backend, injector: ink.injector };
  const found = Object.keys(colors).filter((party) => typeof cpu?.[party] === 'number')
    .map((party) => ({ name: party, value: cpu[party], color: colors[party] }));
  return { total: found.length === 0 ? undefined : found.reduce((sum, part) => sum + part.value, 0), parts: found };
}

function used(key) {
  return (adapter, cell) => {
    const total = cell?.mediatorUse?.[key];
    return { total, parts: total === undefined ? [] : [{ name: key === 'threads' ? 'threads' : 'resident', value: total, color: lookOf(adapter).color }] };
  };
}

// Whether the run has jobs that build upon each other.
export function canStack() {
  return run.steps.length > 0;
}

// What a message costs when nothing is in between: the backend and the injector beside direct.
function withoutMediator() {
  const cpu = chosenCell({ name: 'direct' }, run.steps[0]?.scenario)?.cpuMicrosPerMessage;
  return typeof cpu?.backend === 'number' && typeof cpu?.injector === 'number' ? cpu.backend + cpu.injector : undefined;
}

// From direct on, each job's CPU time as a step from the one before; one that costs less than the one before adds nothing.
export function mediationRows() {
  const ink = inks();
  const parts = ['part-1', 'part-2', 'part-3'];
  const colorOf = (i) => ink[parts[i % parts.length]];
  const rig = withoutMediator();
  const start = rig === undefined ? [] : [{ name: 'direct', value: rig, color: ink.backend }];
  return sorted(shown().filter((adapter) => !adapter.control).map((adapter) => {
    const costs = run.steps.map((step) => chosenCell(adapter, step.scenario)?.cpuMicrosPerMessage?.mediator);
    if (costs.some((cost) => cost === undefined)) {
      return { adapter };
    }
    let before = 0;
    const steps = costs.map((cost, i) => {
      const value = Math.max(0, cost - before);
      before = Math.max(before, cost);
      return { name: `${run.steps[i].adds} adds`, value, color: colorOf(i) };
    });
    return {
      adapter,
      total: (rig ?? 0) + before,
      parts: [...start, ...steps],
      lines: [
        ...start.map((part) => ({ name: 'direct: backend and injector', color: part.color, value: micros(part.value) })),
        ...run.steps.map((step, i) => ({ name: `mediator, ${step.scenario}`, color: colorOf(i), value: micros(costs[i]) })),
      ],
    };
  }));
}

export function mediationOption() {
  return barsOption({
    rows: mediationRows(),
    label: short,
    text: micros,
    title: (adapter) => `${adapter.name}, ${clients(Number(get('concurrency')))}`,
  });
}
