// TPS: over clients, over message size; and over the time of a trial.

import { shown } from './adapters.js';
import { cellOf, lawOf, run } from './data.js';
import { clients, digits, number, range, short } from './format.js';
import { linesOption } from './lines.js';
import { levelOption, levelRows, onlyLevel } from './onelevel.js';
import { get } from './state.js';
import { overTime } from './time.js';

export const THROUGHPUT_VIEWS = [
  { value: 'clients', text: 'over clients' },
  { value: 'size', text: 'over message size' },
];

const perSecond = (value, interval) => `${digits(value, interval)}/s`;

const GOODPUT = {
  name: 'TPS',
  of: (cell) => cell.goodputPerSecond,
  text: perSecond,
  interval: (cell) => cell.goodputInterval,
  most: true,
};

// The rows of its bars, where it has bars; otherwise nothing.
export function throughputRows(scenario) {
  return get('tps') === 'clients' && onlyLevel(scenario) !== undefined ? levelRows(scenario, GOODPUT) : undefined;
}

export function throughputOption(scenario, width) {
  return { clients: overClients, size: overSize }[get('tps')](scenario, width);
}

export function clientsAxis() {
  return {
    log: run.concurrency.length > 1,
    base: 2,
    name: 'concurrent clients',
    ticks: run.concurrency,
    min: run.concurrency[0],
    max: run.concurrency.at(-1),
    label: (value) => short(value),
  };
}

function withRange(value, [, , low, high]) {
  const interval = low === undefined ? undefined : { low, high };
  return perSecond(value, interval) + (interval ? ` (${range(interval)})` : '');
}

function goodputPoint(x, cell) {
  return cell?.goodputPerSecond !== undefined
    ? [x, cell.goodputPerSecond, ...(cell.goodputInterval ? [cell.goodputInterval.low, cell.goodputInterval.high] : [])]
    : [x, null];
}

function overClients(scenario, width) {
  if (onlyLevel(scenario) !== undefined) {
    return levelOption(scenario, GOODPUT);
  }
  const log = get('scale') === 'log';
  const payload = get('payload');
  const curves = shown().map((adapter) => ({
    adapter,
    points: run.concurrency.map((level) => goodputPoint(level, cellOf(adapter.name, scenario, payload, level))),
  }));
  const fits = get('fit') === 'on' ? shown().flatMap((adapter) => fit(adapter, scenario, payload)) : [];
  return linesOption({
    width,
    curves: [...fits, ...curves],
    x: clientsAxis(),
    y: { name: 'TPS', log, label: short, min: log ? undefined : 0 },
    title: (x) => clients(x),
    text: withRange,
    remark: (curve, x) => {
      const cell = cellOf(curve.adapter.name, scenario, payload, x);
      const knee = get('fit') === 'on' && lawOf(curve.adapter.name, scenario, payload)?.saturation === x ? 'knee ' : '';
      return knee + (cell?.rigLimited ? 'rig-limited' : '');
    },
  });
}

// The Universal Scalability Law between the levels that were measured.
function fit(adapter, scenario, payload) {
  const law = lawOf(adapter.name, scenario, payload)?.law;
  if (!law) {
    return [];
  }
  const [first, last] = [run.concurrency[0], run.concurrency.at(-1)];
  const points = Array.from({ length: 41 }, (_, i) => first * (last / first) ** (i / 40))
    .map((n) => [n, (law.lambda * n) / (1 + law.sigma * (n - 1) + law.kappa * n * (n - 1))]);
  return [{ adapter, points, fit: true }];
}

function overSize(scenario, width) {
  const log = get('scale') === 'log';
  const level = Number(get('concurrency'));
  return linesOption({
    width,
    curves: shown().map((adapter) => ({
      adapter,
      points: run.payloads.map((payload, i) => goodputPoint(i, cellOf(adapter.name, scenario, payload.name, level))),
    })),
    x: sizeAxis(),
    y: { name: 'TPS', log, label: short, min: log ? undefined : 0 },
    title: (x) => `${run.payloads[x].title}, ${clients(level)}`,
    text: withRange,
  });
}

function sizeAxis() {
  return {
    name: 'message size',
    ticks: run.payloads.map((_, i) => i),
    min: 0,
    max: run.payloads.length - 1,
    label: (value) => run.payloads[value]?.title ?? '',
  };
}

// Without the last part of a window that ends within a second: its count is not one of a second.
function wholeSeconds({ verified, figures }) {
  const seconds = verified?.reduce((sum, count) => sum + count, 0) / figures?.goodputPerSecond;
  return Math.abs(seconds - verified?.length) < 0.05 ? verified : verified?.slice(0, -1);
}

export function throughputTime(scenario, width) {
  return overTime(scenario, width, {
    values: wholeSeconds,
    unit: 1,
    axis: 'TPS',
    text: (value) => `${number(value)}/s`,
    log: false,
  });
}
