// Lying bars, one for each adapter, in parts that are stacked.

import { base, inks, lookOf, valueAxis } from './look.js';
import { tooltip, tooltipContent } from './tip.js';

// spec: { rows: [{ adapter, parts: [{ name, value, color }], total, interval, lines }], label(value), text(value, interval), title(adapter) }
export function barsOption(spec) {
  const ink = inks();
  const rows = [...spec.rows].reverse();
  const parts = [...new Set(rows.flatMap((row) => row.parts.map((part) => part.name)))];
  const partOf = (row, name) => row.parts.find((part) => part.name === name);
  return {
    ...base(ink),
    grid: { ...base(ink).grid, top: 4, right: 74, bottom: 4 },
    tooltip: {
      ...tooltip(ink, (hits) => {
        const row = rows.find((one) => one.adapter.name === hits[0].name);
        const lines = row.lines ?? row.parts.map((part) => ({ name: part.name, color: part.color, value: spec.text(part.value) }));
        return tooltipContent(spec.title(row.adapter), lines);
      }),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: ink.line, opacity: 0.35 } },
    },
    xAxis: { ...valueAxis(ink, { name: '', label: spec.label, min: 0 }), splitNumber: 3 },
    yAxis: {
      type: 'category',
      data: rows.map((row) => row.adapter.name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { color: ink.ink, interval: 0, width: 120, overflow: 'truncate' },
    },
    series: [
      ...parts.map((name) => ({
        type: 'bar',
        stack: 'all',
        id: name,
        name,
        barMaxWidth: 16,
        data: rows.map((row) => ({
          name: row.adapter.name,
          value: partOf(row, name)?.value ?? null,
          itemStyle: { color: partOf(row, name)?.color, opacity: lookOf(row.adapter).opacity },
        })),
        emphasis: { disabled: true },
      })),
      {
        type: 'bar',
        stack: 'all',
        id: 'total',
        silent: true,
        data: rows.map((row) => ({ name: row.adapter.name, value: row.total === undefined ? null : 0 })),
        label: {
          show: true,
          position: 'right',
          color: ink.ink,
          fontSize: 12,
          textBorderColor: 'transparent',
          formatter: (hit) => spec.text(rows[hit.dataIndex].total, rows[hit.dataIndex].interval),
        },
      },
    ],
  };
}
