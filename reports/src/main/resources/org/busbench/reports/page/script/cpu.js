// CPU time per message: what the mediator costs, then what the rig costs, one bar an adapter.

import { adapters, cellOf } from './data.js';
import { base, inks, lookOf, tooltip, tooltipContent, valueAxis } from './look.js';
import { clients, number, short } from './format.js';

const PARTS = ['mediator', 'backend', 'injector'];

// view: { scenario, payload, clients, shown }
export function cpuOption(view) {
  const ink = inks();
  const bars = [...view.shown].reverse();
  const cpu = (adapter) => cellOf(adapter.name, view.scenario, view.payload, view.clients).figures?.cpuMicrosPerMessage;
  const partColor = (part, adapter) => (part === 'mediator' ? lookOf(adapter).color : ink[part]);
  return {
    ...base(ink),
    grid: { ...base(ink).grid, top: 6, right: 24 },
    tooltip: {
      ...tooltip(ink, (hits) => {
        const adapter = adapters.find((one) => one.name === hits[0].name);
        const rows = PARTS.filter((part) => typeof cpu(adapter)?.[part] === 'number')
          .map((part) => ({ name: part, color: partColor(part, adapter), value: `${number(cpu(adapter)[part])} µs` }));
        return tooltipContent(`${adapter.name}, ${clients(view.clients)}`, rows);
      }),
      trigger: 'axis',
      axisPointer: { type: 'shadow' },
    },
    xAxis: { ...valueAxis(ink, '', short, false), min: 0 },
    yAxis: {
      type: 'category',
      data: bars.map((adapter) => adapter.name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        color: ink.text,
        lineHeight: 17,
        formatter: (name) => {
          const own = cpu(adapters.find((one) => one.name === name))?.mediator;
          return typeof own === 'number' ? `{name|${name}}\n{own|${number(own)} µs}` : `{name|${name}}`;
        },
        rich: { name: { color: ink.text, align: 'right' }, own: { color: ink.soft, align: 'right', fontSize: 11 } },
      },
    },
    series: PARTS.map((part) => ({
      type: 'bar',
      stack: 'cpu',
      id: part,
      name: part,
      barMaxWidth: 22,
      data: bars.map((adapter) => ({
        name: adapter.name,
        value: cpu(adapter)?.[part] ?? null,
        itemStyle: { color: partColor(part, adapter) },
      })),
    })),
  };
}
