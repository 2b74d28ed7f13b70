// A run with one number of clients has no curve over clients: lying bars say more, and name all.

import { shown } from './adapters.js';
import { barsOption } from './bars.js';
import { cellOf, run } from './data.js';
import { clients, short } from './format.js';
import { lookOf } from './look.js';
import { get } from './state.js';

export function oneLevel() {
  return run.concurrency.length === 1;
}

// figure: { name, of(cell): a number or undefined, text(number), range(cell): text, most: whether more is better }
export function levelRows(scenario, figure) {
  const row = (adapter) => {
    const cell = cellOf(adapter.name, scenario, get('payload'), run.concurrency[0]);
    const total = cell?.figures ? figure.of(cell) : undefined;
    const color = lookOf(adapter).color;
    return {
      adapter,
      total,
      parts: [{ name: figure.name, value: total, color }],
      lines: [{ name: figure.name, color, value: `${figure.text(total)}${figure.range?.(cell) ?? ''}` }],
    };
  };
  return shown().map((adapter) => row(adapter))
    .filter((one) => one.total !== undefined && one.total !== null)
    .sort((a, b) => (figure.most ? b.total - a.total : a.total - b.total));
}

export function levelOption(scenario, figure) {
  return barsOption({
    rows: levelRows(scenario, figure),
    label: short,
    text: figure.text,
    title: (adapter) => `${adapter.name}, ${clients(run.concurrency[0])}`,
  });
}
