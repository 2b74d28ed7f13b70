// All adapters against one of them: a row each, for every scenario a ratio with its interval, drawn and written.

import { cellOf, run } from './data.js';
import { percent, ratio } from './format.js';
import { make, named } from './make.js';
import { paired } from './paired.js';
import { get } from './state.js';

const MEASURES = {
  goodput: (trial) => trial.figures.goodputPerSecond,
  cpu: (trial) => trial.figures.cpuMicrosPerMessage,
  instructions: (trial) => trial.figures.instructionsPerMessage,
};
const MARKS = { faster: 'good', slower: 'bad', tie: 'none', open: 'warn' };

export function measureChoices() {
  const known = (of) => run.cells.some((cell) => cell.series.some((trial) => of(trial) !== undefined));
  return [
    { value: 'goodput', text: 'TPS' },
    ...(known(MEASURES.cpu) ? [{ value: 'cpu', text: 'CPU time per message' }] : []),
    ...(known(MEASURES.instructions) ? [{ value: 'instructions', text: 'instructions per message' }] : []),
  ];
}

export function drawContrasts() {
  const recorded = get('baseline') === run.baseline;
  document.getElementById('contrast-note').textContent = recorded
    ? 'Verdicts are corrected for all comparisons of the run (Holm).'
    : 'With this baseline there is no verdict: each interval is of its pair alone, and none is corrected for how many there are.';
  const table = document.getElementById('contrast-table');
  const scenarios = run.scenarios.filter((one) => get('scenario') === '' || get('scenario') === one.name);
  const found = run.adapters.filter((adapter) => adapter.name !== get('baseline') && adapter.name !== 'direct')
    .map((adapter) => ({ adapter, pairs: scenarios.map((scenario) => pair(adapter, scenario, recorded)) }))
    .filter((row) => row.pairs.some((one) => one !== null));
  const span = widest(found.flatMap((row) => row.pairs));
  table.tHead.rows[0].replaceChildren(
    make('th', { scope: 'col' }, 'Adapter'),
    ...scenarios.map((scenario) => make('th', { scope: 'col' }, scenario.title)),
  );
  table.tBodies[0].replaceChildren(...found.map((row) => make('tr', { 'data-adapter': row.adapter.name },
    make('th', { scope: 'row' }, named(row.adapter)),
    ...row.pairs.map((one, i) => side(one, span, scenarios[i].name)))));
  document.getElementById('no-contrast').hidden = found.length > 0;
  table.hidden = found.length === 0;
}

function pair(adapter, scenario, recorded) {
  const level = Number(get('concurrency'));
  const measure = get('measure');
  if (recorded) {
    const one = run.contrasts.find((contrast) => contrast.measure === measure && contrast.adapter === adapter.name
      && contrast.scenario === scenario.name && contrast.payload === get('payload')
      && contrast.concurrency === level && contrast.ratePerSecond === undefined);
    return one ? { ...one, low: one.interval?.low, high: one.interval?.high } : null;
  }
  return paired(...[adapter.name, get('baseline')].map((name) => values(cellOf(name, scenario.name, get('payload'), level), measure)));
}

function values(cell, measure) {
  return (cell?.series ?? []).filter((trial) => trial.outcome === 'measured')
    .map((trial) => [trial.block, MEASURES[measure](trial)]);
}

// The scale is one for the whole table, from half to double at least, and never beyond 1:20.
function widest(pairs) {
  const logs = pairs.filter((one) => one !== null).flatMap((one) => [one.ratio, one.low ?? 1, one.high ?? 1])
    .map((value) => Math.abs(Math.log(value)));
  return Math.min(Math.log(20), Math.max(Math.log(2), ...logs));
}

function side(one, span, scenario) {
  if (one === null) {
    return make('td', { class: 'detail' }, 'not compared');
  }
  const interval = one.low === undefined ? '' : ` (${ratio(one.low)}–${ratio(one.high)})`;
  const verdict = one.word ? make('span', { class: `tag ${MARKS[one.verdict]}` }, one.word) : null;
  return make('td', { 'data-key': 'ratio', 'data-scenario': scenario, 'data-value': one.ratio },
    make('span', { class: 'pair' }, drawn(one, span), make('span', { class: 'ratio' }, `${ratio(one.ratio)} ×`),
      make('span', { class: 'detail' }, interval), verdict),
    make('span', { class: 'detail why' }, reasons(one)));
}

function reasons(one) {
  const blocks = one.blocks === 1 ? 'measured once' : `${one.blocks} blocks`;
  if (!one.verdict) {
    return one.blocks < 3 ? `${blocks}: no verdict` : blocks;
  }
  const met = `${blocks}${one.forks === 1 ? ' of one fork' : ` of ${one.forks} forks`}`;
  const sharp = `a difference of ${percent(one.detectable - 1)}`;
  const outliers = one.outlierBlocks.length > 0 ? `; far from the others: block ${one.outlierBlocks.join(', ')}` : '';
  return {
    faster: `p ${probability(one.pValue)}, ${met}`,
    slower: `p ${probability(one.pValue)}, ${met}`,
    tie: `${sharp} would have been seen, ${met}`,
    open: `only ${sharp} could have been seen, ${met}`,
  }[one.verdict] + outliers;
}

function probability(p) {
  return p < 0.001 ? 'below 0.001' : p.toFixed(3);
}

// 1 is in the middle; the interval is a bar and the ratio a dot.
function drawn(one, span) {
  const x = (value) => 60 + 56 * Math.max(-1, Math.min(1, Math.log(value) / span));
  const svg = (tag, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    return element;
  };
  const box = svg('svg', { viewBox: '0 0 120 14', class: 'forest', 'aria-hidden': 'true' });
  box.append(svg('line', { x1: 60, x2: 60, y1: 0, y2: 14, class: 'one' }));
  if (one.low !== undefined) {
    box.append(svg('line', { x1: x(one.low), x2: x(one.high), y1: 7, y2: 7, class: 'range' }));
  }
  box.append(svg('circle', { cx: x(one.ratio), cy: 7, r: 3.5, class: MARKS[one.verdict] ?? 'none' }));
  return box;
}
