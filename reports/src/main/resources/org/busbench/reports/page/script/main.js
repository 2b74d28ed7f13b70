// Puts the page together: choices, charts, table.

import { adapters, cellOf, concurrency, gaps, latencyResolutionMicros, payloads, scenarios } from './data.js';
import { choice, legend, shown } from './controls.js';
import { cpuOption } from './cpu.js';
import { levelsOption } from './levels.js';
import { millis, number, short } from './format.js';
import { get, onChange } from './state.js';
import { startTable } from './table.js';
import { startTheme } from './theme.js';

const PERCENTILES = [
  { value: 'p50', text: 'p50' },
  { value: 'p90', text: 'p90' },
  { value: 'p99', text: 'p99' },
  { value: 'p999', text: 'p99.9' },
];

const charts = [...document.querySelectorAll('[data-chart]')].map((element) => ({
  element,
  kind: element.dataset.chart,
  scenario: element.dataset.scenario,
  chart: null,
}));

// Half a step of the clock stands for "below one step" where a logarithm cannot show a zero.
const lowestLatencyMillis = latencyResolutionMicros / 2000;

const options = {
  goodput: (scenario) => levelsOption({
    ...common(scenario),
    axis: 'TPS',
    unit: '/s',
    value: (figures) => figures.goodputPerSecond,
    drawn: (value) => value,
    text: number,
    label: short,
    lowest: undefined,
  }),
  latency: (scenario) => levelsOption({
    ...common(scenario),
    axis: 'ms',
    unit: 'ms',
    value: (figures) => figures.latencyMicros[get('percentile')] / 1000,
    drawn: (value) => (get('scale') === 'log' ? Math.max(value, lowestLatencyMillis) : value),
    text: (value) => millis(value * 1000, latencyResolutionMicros),
    label: short,
    lowest: lowestLatencyMillis,
  }),
  cpu: (scenario) => cpuOption({ ...common(scenario), clients: Number(get('concurrency')) }),
};

function common(scenario) {
  return { scenario, payload: get('payload'), shown: shown(), log: get('scale') === 'log' };
}

// Bars need room for each adapter, lines do not.
function heightOf(kind) {
  return kind === 'cpu' || concurrency.length === 1 ? 50 + 46 * shown().length : 300;
}

function draw() {
  for (const one of charts) {
    one.element.style.height = `${heightOf(one.kind)}px`;
    if (one.chart === null) {
      one.chart = echarts.init(one.element, null, { renderer: 'svg' });
    }
    one.chart.resize();
    one.chart.setOption(options[one.kind](one.scenario), { notMerge: true });
    const levels = one.kind === 'cpu' ? [Number(get('concurrency'))] : concurrency;
    document.querySelector(`[data-gaps="${one.kind}"][data-scenario="${CSS.escape(one.scenario)}"]`).textContent =
      gaps(one.scenario, get('payload'), levels).join(' · ');
  }
}

function resize() {
  charts.forEach((one) => one.chart.resize());
}

// The level at which most mediators have a figure; of several the middle one.
function typicalLevel() {
  const served = (level) => adapters.filter((adapter) => !adapter.control
    && scenarios.some((scenario) => cellOf(adapter.name, scenario.name, get('payload'), level).figures)).length;
  const most = Math.max(...concurrency.map(served));
  const candidates = concurrency.filter((level) => served(level) === most);
  return candidates[Math.floor(candidates.length / 2)];
}

startTheme(draw);
choice('payload', payloads.map((payload) => ({ value: payload.name, text: payload.title })), payloads[0].name);
choice('scale', concurrency.length === 1 ? [] : [{ value: 'linear', text: 'linear' }, { value: 'log', text: 'log' }], 'linear');
choice('percentile', PERCENTILES, 'p99');
choice('concurrency', concurrency.map((level) => ({ value: String(level), text: String(level) })), String(typicalLevel()));
legend();
startTable();
draw();
onChange((name) => name === 'theme' || draw());
new ResizeObserver(resize).observe(document.querySelector('.charts'));
addEventListener('beforeprint', resize);
addEventListener('afterprint', resize);
