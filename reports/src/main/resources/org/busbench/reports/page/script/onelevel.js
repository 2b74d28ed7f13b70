// Where all figures are of one number of clients there is no curve over clients: lying bars say more, and name all.

import { shown } from './adapters.js';
import { barsOption } from './bars.js';
import { cellOf, run } from './data.js';
import { clients, range, short } from './format.js';
import { lookOf } from './look.js';
import { get } from './state.js';

// The only number of clients at which anybody shown has a figure here; undefined where there are more, or none of several.
export function onlyLevel(scenario) {
  const levels = run.concurrency.filter((level) => shown()
    .some((adapter) => cellOf(adapter.name, scenario, get('payload'), level)?.goodputPerSecond !== undefined));
  return levels.length === 1 ? levels[0] : run.concurrency.length === 1 ? run.concurrency[0] : undefined;
}

// figure: { name, of(cell): a number or undefined, text(number, interval), interval(cell), most: whether more is better }
export function levelRows(scenario, figure) {
  const level = onlyLevel(scenario);
  return shown().map((adapter) => ({ adapter, cell: cellOf(adapter.name, scenario, get('payload'), level) }))
    .filter(({ cell }) => cell?.goodputPerSecond !== undefined && figure.of(cell) !== undefined)
    .map(({ adapter, cell }) => {
      const total = figure.of(cell);
      const interval = figure.interval?.(cell);
      const color = lookOf(adapter).color;
      return {
        adapter,
        total,
        interval,
        parts: [{ name: figure.name, value: total, color }],
        lines: [{ name: figure.name, color, value: figure.text(total, interval) + (interval ? ` (${range(interval)})` : '') }],
      };
    })
    .sort((a, b) => (figure.most ? b.total - a.total : a.total - b.total));
}

export function levelOption(scenario, figure) {
  return barsOption({
    rows: levelRows(scenario, figure),
    label: short,
    text: figure.text,
    title: (adapter) => `${adapter.name}, ${clients(onlyLevel(scenario))}`,
  });
}
