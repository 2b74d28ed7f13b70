// What all charts have in common: ink, grid, tooltips, and how an adapter's line is told from the others.

import { color } from './theme.js';

const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'roundRect', 'pin', 'arrow', 'emptyCircle'];

export function inks() {
  return {
    text: color('--ink'),
    soft: color('--ink-soft'),
    line: color('--line'),
    surface: color('--surface'),
    backend: color('--backend'),
    injector: color('--injector'),
  };
}

export function lookOf(adapter) {
  const slot = adapter.look.replace('series-', '');
  return {
    color: color(`--${adapter.look}`),
    type: slot === 'ceiling' ? [6, 5] : slot === 'control' ? [2, 4] : 'solid',
    symbol: adapter.control ? 'emptyCircle' : SYMBOLS[(Number(slot) - 1) % SYMBOLS.length],
    width: adapter.control ? 1.5 : 2.5,
  };
}

export function base(ink) {
  return {
    animation: false,
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 12, color: ink.soft },
    grid: { left: 2, right: 12, top: 4, bottom: 2, outerBoundsMode: 'same', outerBoundsContain: 'all' },
  };
}

export function valueAxis(ink, name, label, log) {
  return {
    type: log ? 'log' : 'value',
    name,
    nameLocation: 'end',
    nameTextStyle: { color: ink.soft, align: 'left', padding: [0, 0, 2, 0] },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { color: ink.soft, formatter: label, hideOverlap: true },
    splitLine: { lineStyle: { color: ink.line } },
    splitNumber: 4,
  };
}

export function tooltip(ink, content) {
  return {
    confine: true,
    backgroundColor: ink.surface,
    borderColor: ink.line,
    textStyle: { color: ink.text, fontSize: 13 },
    formatter: content,
  };
}

// Tooltips are built from nodes, never from markup: names come from files that anybody may have written.
export function tooltipContent(title, rows) {
  const box = document.createElement('div');
  box.className = 'tip';
  const head = document.createElement('p');
  head.textContent = title;
  const table = document.createElement('table');
  for (const row of rows) {
    const line = table.insertRow();
    const name = line.insertCell();
    const mark = document.createElement('i');
    mark.style.background = row.color;
    name.append(mark, row.name);
    line.insertCell().textContent = row.value;
    line.insertCell().textContent = row.remark ?? '';
  }
  box.append(head, table);
  return box;
}
