// A figure over concurrency: a line for each adapter. With one level only there is no line to draw, so it becomes bars.

import { adapters, cellOf, concurrency } from './data.js';
import { base, inks, lookOf, tooltip, tooltipContent, valueAxis } from './look.js';
import { clients } from './format.js';

// view: { scenario, payload, shown, log, axis, unit, value(figures), drawn(value), text(value), label(value), lowest }
export function levelsOption(view) {
  return concurrency.length === 1 ? bars(view) : lines(view);
}

function points(view, adapter) {
  return concurrency.map((level) => cellOf(adapter.name, view.scenario, view.payload, level));
}

function row(view, adapter, cell) {
  return {
    name: adapter.name,
    color: lookOf(adapter).color,
    sortBy: view.value(cell.figures),
    value: `${view.text(view.value(cell.figures))} ${view.unit}`,
    remark: cell.rigLimited ? 'rig-limited' : '',
  };
}

function lines(view) {
  const ink = inks();
  const rows = (level) => view.shown
    .map((adapter) => [adapter, cellOf(adapter.name, view.scenario, view.payload, level)])
    .filter(([, cell]) => cell.figures)
    .map(([adapter, cell]) => row(view, adapter, cell))
    .sort((a, b) => b.sortBy - a.sortBy);
  return {
    ...base(ink),
    tooltip: {
      ...tooltip(ink, (hits) => tooltipContent(clients(hits[0].value[0]), rows(hits[0].value[0]))),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: ink.soft, type: 'solid', width: 1 } },
    },
    xAxis: {
      type: 'log',
      logBase: 2,
      name: 'concurrent clients',
      nameLocation: 'middle',
      nameGap: 24,
      nameTextStyle: { color: ink.soft },
      min: concurrency[0],
      max: concurrency.at(-1),
      axisLine: { show: true, onZero: false, lineStyle: { color: ink.line } },
      axisTick: { show: true, customValues: concurrency, lineStyle: { color: ink.line } },
      axisLabel: { customValues: concurrency, color: ink.soft },
      splitLine: { show: false },
    },
    yAxis: { ...valueAxis(ink, view.axis, view.label, view.log), ...(view.log ? { min: view.lowest } : { min: 0 }) },
    series: view.shown.map((adapter) => {
      const look = lookOf(adapter);
      return {
        type: 'line',
        id: adapter.name,
        name: adapter.name,
        z: adapter.control ? 2 : 3,
        data: points(view, adapter).map((cell, i) => [concurrency[i], cell.figures ? view.drawn(view.value(cell.figures)) : null]),
        connectNulls: false,
        showSymbol: true,
        symbol: look.symbol,
        symbolSize: adapter.control ? 5 : 8,
        lineStyle: { color: look.color, width: look.width, type: look.type },
        itemStyle: { color: look.color },
        emphasis: { focus: 'series' },
        clip: false,
      };
    }),
  };
}

function bars(view) {
  const ink = inks();
  const measured = [...view.shown].reverse();
  const cellAt = (adapter) => points(view, adapter)[0];
  return {
    ...base(ink),
    grid: { ...base(ink).grid, top: 6, right: 72 },
    tooltip: {
      ...tooltip(ink, (hit) => {
        const adapter = adapters.find((one) => one.name === hit.name);
        return tooltipContent(clients(concurrency[0]), [row(view, adapter, cellAt(adapter))]);
      }),
      trigger: 'item',
    },
    xAxis: { ...valueAxis(ink, '', view.label, false), min: 0 },
    yAxis: {
      type: 'category',
      data: measured.map((adapter) => adapter.name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: ink.text },
    },
    series: [{
      type: 'bar',
      id: 'level',
      barMaxWidth: 26,
      data: measured.map((adapter) => {
        const cell = cellAt(adapter);
        const look = lookOf(adapter);
        return {
          name: adapter.name,
          value: cell.figures ? view.value(cell.figures) : null,
          itemStyle: adapter.control
            ? { color: 'transparent', borderColor: look.color, borderType: 'dashed', borderWidth: 1.5 }
            : { color: look.color, borderRadius: [0, 3, 3, 0] },
        };
      }),
      label: {
        show: true,
        position: 'right',
        color: ink.text,
        formatter: (hit) => (hit.value === null || hit.value === undefined ? '' : `${view.text(hit.value)} ${view.unit}`),
      },
    }],
  };
}
