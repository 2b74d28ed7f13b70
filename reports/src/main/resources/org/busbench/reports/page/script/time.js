// A figure over the seconds of the measured window, in one block.

import { shown } from './adapters.js';
import { cellOf } from './data.js';
import { short } from './format.js';
import { linesOption } from './lines.js';
import { get } from './state.js';

export function trialOf(adapter, scenario) {
  return cellOf(adapter.name, scenario, get('payload'), Number(get('concurrency')))
    ?.series.filter((trial) => trial.block === Number(get('block'))).at(-1); // the last, where a disturbed one was made again
}

// figure: { values(trial): one a second, unit: how many of them make one of the axis, axis, text, log, min }
export function overTime(scenario, width, figure) {
  const curves = shown().flatMap((adapter) => {
    const values = figure.values(trialOf(adapter, scenario) ?? {});
    return values?.some((value) => value !== null)
      ? [{ adapter, points: values.map((value, second) => [second, value === null ? null : floor(value / figure.unit, figure)]) }]
      : [];
  });
  return linesOption({
    width,
    curves,
    x: { name: 'second of the measured window', label: short, min: 0, max: 'dataMax' },
    y: { name: figure.axis, log: figure.log, label: short, min: figure.log ? figure.min : 0 },
    title: (x) => `second ${x}, block ${get('block')}`,
    text: figure.text,
    remark: (curve) => {
      const trial = trialOf(curve.adapter, scenario);
      return trial ? `trial ${trial.trial}` : '';
    },
  });
}

// A logarithm cannot show a zero.
function floor(value, figure) {
  return figure.log ? Math.max(value, figure.min ?? 0) : value;
}
