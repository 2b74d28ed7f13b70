// Latency: percentiles over clients, the full curve, how it is spread, what is added to direct; and over the time of a trial.

import { shown } from './adapters.js';
import { cellOf, run } from './data.js';
import { clients, millis, percent, quantile, short } from './format.js';
import { linesOption } from './lines.js';
import { levelOption, levelRows, onlyLevel } from './onelevel.js';
import { get } from './state.js';
import { clientsAxis } from './throughput.js';
import { overTime, trialOf } from './time.js';

export const LATENCY_VIEWS = [
  { value: 'clients', text: 'over clients' },
  { value: 'curve', text: 'all percentiles' },
  { value: 'spread', text: 'distribution' },
  { value: 'added', text: 'added to direct' },
];

export const PERCENTILES = [
  { value: 'p50', text: 'p50', quantile: 0.5 },
  { value: 'p90', text: 'p90', quantile: 0.9 },
  { value: 'p99', text: 'p99', quantile: 0.99 },
  { value: 'p999', text: 'p99.9', quantile: 0.999 },
];

const titleOf = (percentile) => PERCENTILES.find((one) => one.value === percentile).text;

// Those that any cell has: with too few responses a high percentile is not told.
export function toldPercentiles() {
  return PERCENTILES.filter((one) => run.cells.some((cell) => cell.latencyMicros?.[one.value] !== undefined));
}

// The adapters shown whose trials have too few responses for the chosen percentile.
export function untold(scenario, levels) {
  const percentile = get('latency') === 'clients' ? get('percentile') : 'p50';
  const few = shown().filter((adapter) => levels.map((level) => cellOf(adapter.name, scenario, get('payload'), level))
    .some((cell) => cell?.latencyMicros && cell.latencyMicros[percentile] === undefined));
  return few.length === 0 ? []
    : [`fewer than ${percentile === 'p999' ? '10,000' : '1,000'} responses a trial, too few for ${titleOf(percentile)}: ${few.map((one) => one.name).join(', ')}`];
}

function millisOf(cell, percentile) {
  const micros = cell.latencyMicros?.[percentile];
  return micros === undefined ? undefined : micros / 1000;
}

function percentileFigure() {
  return {
    name: titleOf(get('percentile')),
    of: (cell) => millisOf(cell, get('percentile')),
    text: (value) => latencyText(value * 1000),
    most: false,
  };
}

// The rows of its bars, where it has bars; otherwise nothing.
export function latencyRows(scenario) {
  return get('latency') === 'clients' && onlyLevel(scenario) !== undefined ? levelRows(scenario, percentileFigure()) : undefined;
}

export function latencyOption(scenario, width) {
  return { clients: overClients, curve, spread, added }[get('latency')](scenario, width);
}

export function latencyText(micros) {
  return `${millis(micros, run.latencyResolutionMicros)} ms`;
}

// Half a step of the clock stands for "below one step" where a logarithm cannot show a zero.
function lowest() {
  return run.latencyResolutionMicros / 2000;
}

function chosenCell(adapter, scenario) {
  return cellOf(adapter.name, scenario, get('payload'), Number(get('concurrency')));
}

function overClients(scenario, width) {
  if (onlyLevel(scenario) !== undefined) {
    return levelOption(scenario, percentileFigure());
  }
  const log = get('scale') === 'log';
  const point = (cell, level) => {
    const value = cell && millisOf(cell, get('percentile'));
    return [level, value === undefined ? null : log ? Math.max(value, lowest()) : value];
  };
  return linesOption({
    width,
    curves: shown().map((adapter) => ({
      adapter,
      points: run.concurrency.map((level) => point(cellOf(adapter.name, scenario, get('payload'), level), level)),
    })),
    x: clientsAxis(),
    y: { name: 'ms', log, label: short, min: log ? undefined : 0 },
    title: (x) => `${titleOf(get('percentile'))}, ${clients(x)}`,
    text: (value) => latencyText(value * 1000),
  });
}

// As HdrHistogram draws it: equal steps from 90 % to 99 % to 99.9 %.
function curve(scenario, width) {
  const place = (at) => 1 / (1 - at);
  const quantiles = new Map(run.cells.flatMap((cell) => cell.latencyDistribution?.quantiles ?? []).map((at) => [place(at), at]));
  const of = (cell) => cell?.latencyDistribution?.micros.map((micros, i) => [place(cell.latencyDistribution.quantiles[i]), Math.max(micros / 1000, lowest())])
    ?? PERCENTILES.filter((one) => cell && millisOf(cell, one.value) !== undefined)
      .map((one) => [place(one.quantile), Math.max(millisOf(cell, one.value), lowest())]);
  const curves = shown().map((adapter) => ({ adapter, points: of(chosenCell(adapter, scenario)) }));
  const last = Math.max(10, ...curves.flatMap((one) => one.points.map((point) => point[0])));
  const ticks = [1, 2, 10, 100, 1000, 1e4, 1e5, 1e6].filter((tick) => tick <= last * 1.01);
  return linesOption({
    width,
    curves: curves.filter((one) => one.points.length > 0),
    x: {
      log: true,
      name: 'percentile of responses',
      min: 1,
      max: last,
      ticks,
      label: (value) => `${Number((100 * (1 - 1 / value)).toPrecision(7))}%`,
    },
    y: { name: 'ms', log: true, label: short },
    title: (x) => `${quantile(quantiles.get(x) ?? 1 - 1 / x)}, ${clients(Number(get('concurrency')))}`,
    text: (value) => latencyText(value * 1000),
  });
}

function spread(scenario, width) {
  const start = (bin) => 10 ** (bin / run.binsPerDecade) / 1000;
  const curves = shown().flatMap((adapter) => {
    const latency = chosenCell(adapter, scenario)?.latencyDistribution;
    if (!latency) {
      return [];
    }
    const first = Math.round(run.binsPerDecade * Math.log10(latency.binEdgesMicros[0]));
    const bins = [0, ...latency.binResponses, 0];
    return [{ adapter, points: bins.map((count, i) => [start(first + i - 1), (100 * count) / latency.responses]) }];
  });
  return linesOption({
    width,
    curves,
    x: { log: true, name: 'latency in ms', label: short, min: 'dataMin', max: 'dataMax' },
    y: { name: '% of responses', log: false, label: short, min: 0 },
    title: (x) => `${millis(x * 1000, 0)} to ${millis(x * 1000 * 10 ** (1 / run.binsPerDecade), 0)} ms`,
    text: (value) => percent(value / 100),
  });
}

function added(scenario, width) {
  const key = get('percentile') === 'p50' ? 'p50' : 'p99';
  return linesOption({
    width,
    curves: shown().filter((adapter) => adapter.name !== 'direct').map((adapter) => ({
      adapter,
      points: run.concurrency.map((level) => {
        const found = cellOf(adapter.name, scenario, get('payload'), level)?.addedMicros;
        const ends = found?.[`${key}Interval`];
        return found?.[key] !== undefined ? [level, found[key] / 1000, ...(ends ? [ends.low / 1000, ends.high / 1000] : [])] : [level, null];
      }),
    })),
    x: clientsAxis(),
    y: { name: `ms added to ${key}`, log: false, label: short },
    title: (x) => `${key} above direct, ${clients(x)}`,
    text: (value) => `${millis(value * 1000, -Infinity)} ms`,
    remark: (one, x) => (cellOf(one.adapter.name, scenario, get('payload'), x)?.addedMicros?.byProbe ? 'by the probe' : ''),
  });
}

export function latencyTime(scenario, width) {
  const enough = shown().every((adapter) => (trialOf(adapter, scenario)?.verified ?? []).every((responses) => responses >= 1000));
  return overTime(scenario, width, {
    values: (trial) => (enough ? trial.p99Micros : trial.p50Micros),
    unit: 1000,
    axis: enough ? 'p99 in ms' : 'p50 in ms',
    text: (value) => latencyText(value * 1000),
    log: get('scale') === 'log',
    min: undefined,
  });
}
