// Errors over the seconds of the measured window, by class, over all adapters that are shown.

import { shown } from './adapters.js';
import { run } from './data.js';
import { number, short } from './format.js';
import { base, inks, valueAxis, alongAxis } from './look.js';
import { get } from './state.js';
import { color } from './theme.js';
import { trialOf } from './time.js';
import { tooltip, tooltipContent } from './tip.js';

const CLASSES = ['connect', 'timeout', 'reset', 'cut', 'status', 'route', 'foreign', 'content', 'class not recorded'];

export function anyErrors() {
  return run.cells.some((cell) => cell.series.some((trial) => trial.figures.errors > 0));
}

// Classes of errors by second; those of which the raw data do not tell the class are one of their own.
function byClass(trial) {
  return trial?.errorsByClass ?? (trial?.errors.length > 0 ? { 'class not recorded': trial.errors } : {});
}

// By class and second: which adapter had how many.
function counted(scenario) {
  const found = new Map();
  for (const adapter of shown()) {
    const trial = trialOf(adapter, scenario);
    for (const [name, counts] of Object.entries(byClass(trial))) {
      const seconds = found.get(name) ?? [];
      counts.forEach((count, second) => {
        seconds[second] ??= [];
        if (count > 0) {
          seconds[second].push({ adapter: adapter.name, count });
        }
      });
      found.set(name, seconds);
    }
  }
  return found;
}

const sum = (entries) => (entries ?? []).reduce((all, one) => all + one.count, 0);

const colorOf = (name) => color(`--series-${1 + (CLASSES.indexOf(name) % 8)}`);

// The classes that a chart stacks, with the colour of each.
export function errorsKey(scenario) {
  const found = counted(scenario);
  return CLASSES.filter((name) => found.has(name)).map((name) => ({ name, color: colorOf(name) }));
}

export function errorsOption(scenario) {
  const ink = inks();
  const found = counted(scenario);
  return {
    ...base(ink),
    tooltip: {
      ...tooltip(ink, (hits) => {
        const second = hits[0].value[0];
        const rows = [...found].flatMap(([name, seconds]) => (seconds[second] ?? [])
          .map((one) => ({ name: `${one.adapter}, ${name}`, color: colorOf(name), value: number(one.count) })));
        return tooltipContent(`second ${second}, block ${get('block')}`, rows);
      }),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: ink.line, opacity: 0.35 } },
    },
    xAxis: { ...alongAxis(ink, { name: 'second of the measured window', label: short }), minInterval: 1 },
    yAxis: { ...valueAxis(ink, { name: 'errors', label: short, min: 0 }), minInterval: 1 },
    series: CLASSES.filter((name) => found.has(name)).map((name) => ({
      type: 'bar',
      stack: 'all',
      id: name,
      name,
      barMaxWidth: 18,
      data: found.get(name).map((entries, second) => [second, sum(entries)]),
      itemStyle: { color: colorOf(name) },
      emphasis: { disabled: true },
    })),
  };
}
