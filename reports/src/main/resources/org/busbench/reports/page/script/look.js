// What all charts have in common: ink, axes, and how an adapter's line is told from the others.

import { faded } from './adapters.js';
import { color } from './theme.js';

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond'];
const DASHES = ['solid', [8, 4], [2, 3], [10, 3, 2, 3]];

export function inks() {
  return Object.fromEntries(['ink', 'ink-soft', 'line', 'surface', 'backend', 'injector', 'part-1', 'part-2', 'part-3', 'good', 'bad']
    .map((name) => [name, color(`--${name}`)]));
}

export function lookOf(adapter) {
  const [series, mark] = adapter.look.split(' ');
  const shape = Number((mark ?? 'mark-0').replace('mark-', ''));
  const dashes = series === 'series-ceiling' ? [6, 4] : series === 'series-control' ? [2, 4] : DASHES[shape];
  return {
    color: color(`--${series}`),
    type: dashes,
    symbol: adapter.control ? `empty${SYMBOLS[shape][0].toUpperCase()}${SYMBOLS[shape].slice(1)}` : SYMBOLS[shape],
    width: adapter.control ? 1.5 : 2.25,
    opacity: faded(adapter) ? 0.12 : 1,
  };
}

export function base(ink) {
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 12, color: ink['ink-soft'] },
    grid: { left: 2, right: 14, top: 28, bottom: 20, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
  };
}

export function valueAxis(ink, axis) {
  return {
    type: axis.log ? 'log' : 'value',
    name: axis.name,
    nameLocation: 'end',
    nameTextStyle: { color: ink['ink-soft'], align: 'left', padding: [0, 0, 2, 0] },
    min: axis.min,
    max: axis.max,
    axisLine: { show: false },
    axisTick: { show: false, ...(axis.ticks ? { customValues: axis.ticks } : {}) },
    axisLabel: { color: ink['ink-soft'], formatter: axis.label, hideOverlap: true, ...(axis.ticks ? { customValues: axis.ticks } : {}) },
    splitLine: { lineStyle: { color: ink.line } },
    splitNumber: 4,
  };
}

// An axis along the bottom, with its name in the middle below. `ticks` are the only places with a label.
export function alongAxis(ink, axis) {
  const only = axis.ticks ? { customValues: axis.ticks } : {};
  return {
    type: axis.log ? 'log' : 'value',
    logBase: axis.base ?? 10,
    name: axis.name,
    nameLocation: 'middle',
    nameGap: 26,
    nameTextStyle: { color: ink['ink-soft'] },
    min: axis.min,
    max: axis.max,
    axisLine: { show: true, onZero: false, lineStyle: { color: ink.line } },
    axisTick: { show: true, lineStyle: { color: ink.line }, ...only },
    axisLabel: { color: ink['ink-soft'], formatter: axis.label, hideOverlap: true, ...only },
    splitLine: { show: false },
    splitNumber: 5,
  };
}
