// Which adapters the charts show. A chip of the legend isolates its adapter, or brings the others back; the list behind
// "Choose" takes adapters in and out. With many mediators only the fastest are shown at first.

import { adapterOf, cellOf, run } from './data.js';
import { make, named } from './make.js';
import { declare, get, set } from './state.js';

const MOST_AT_FIRST = 10;
const FASTEST = 8;

export function startAdapters() {
  const known = (name) => adapterOf(name) !== undefined;
  declare('adapters', '', (value) => value.split(',').every(known));
  declare('focus', '', known);
  document.getElementById('adapters-fastest').addEventListener('click', () => choose(''));
  document.getElementById('adapters-all').addEventListener('click', () => choose(run.adapters.map((one) => one.name).join(',')));
  const list = document.getElementById('adapter-list');
  for (const adapter of run.adapters) {
    const box = make('input', { type: 'checkbox', value: adapter.name });
    box.addEventListener('change', () => {
      const names = [...list.querySelectorAll('input:checked')].map((one) => one.value);
      choose(names.join(',') || adapter.name);
    });
    list.append(make('label', { title: adapter.title }, box, named(adapter)));
  }
  drawLegend();
}

export function shown() {
  const names = new Set(get('adapters') === '' ? atFirst() : get('adapters').split(','));
  return run.adapters.filter((adapter) => names.has(adapter.name));
}

// Whether others than this one are isolated.
export function faded(adapter) {
  return get('focus') !== '' && get('focus') !== adapter.name;
}

function choose(names) {
  const usual = names === atFirst().join(',');
  set('adapters', usual ? '' : names);
  if (get('focus') !== '' && !shown().some((one) => one.name === get('focus'))) {
    set('focus', '');
  }
  drawLegend();
}

function drawLegend() {
  const names = new Set(shown().map((one) => one.name));
  document.querySelectorAll('#adapter-list input').forEach((box) => { box.checked = names.has(box.value); });
  document.getElementById('adapter-count').textContent = names.size === run.adapters.length
    ? `all ${names.size}` : `${names.size} of ${run.adapters.length}`;
  const legend = document.getElementById('legend');
  legend.replaceChildren(...shown().map((adapter) => {
    const chip = make('button', {
      type: 'button',
      class: `name ${adapter.look}`,
      'data-adapter': adapter.name,
      title: `${adapter.title}. Click to see it alone`,
      'aria-pressed': String(get('focus') === adapter.name),
    }, adapter.name);
    chip.addEventListener('click', () => {
      set('focus', get('focus') === adapter.name ? '' : adapter.name);
      drawLegend();
      legend.querySelector(`[data-adapter="${CSS.escape(adapter.name)}"]`)?.focus();
    });
    return chip;
  }));
  legend.classList.toggle('isolated', get('focus') !== '');
}

// All when they are few; else the controls, the baseline and the mediators that come nearest to the best in all cells.
function atFirst() {
  const mediators = run.adapters.filter((adapter) => !adapter.control);
  if (mediators.length <= MOST_AT_FIRST) {
    return run.adapters.map((adapter) => adapter.name);
  }
  const fastest = mediators.map((adapter) => ({ name: adapter.name, score: score(adapter) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, FASTEST)
    .map((one) => one.name);
  const names = new Set([...fastest, run.baseline]);
  return run.adapters.filter((adapter) => adapter.control || names.has(adapter.name)).map((adapter) => adapter.name);
}

function score(adapter) {
  let sum = 0;
  for (const scenario of run.scenarios) {
    for (const payload of run.payloads) {
      sum += peak(adapter, scenario, payload) / best(scenario, payload);
    }
  }
  return sum;
}

function peak(adapter, scenario, payload) {
  return Math.max(0, ...run.concurrency.map((level) =>
    cellOf(adapter.name, scenario.name, payload.name, level)?.goodputPerSecond ?? 0));
}

const bests = new Map();

function best(scenario, payload) {
  const key = `${scenario.name}\n${payload.name}`;
  if (!bests.has(key)) {
    const peaks = run.adapters.filter((one) => !one.control).map((one) => peak(one, scenario, payload));
    bests.set(key, Math.max(1e-9, ...peaks));
  }
  return bests.get(key);
}
