// Curves over an axis: one for each adapter, with a band where there is an interval, and its name at its end.

import { alongAxis, base, inks, lookOf, valueAxis } from './look.js';
import { tooltip, tooltipContent } from './tip.js';

const ROOM_FOR_NAMES = 340;
const MOST_NAMES = 12;
const MOST_BANDS = 12;

// spec: { width, curves: [{ adapter, points: [[x, y, low, high]], plain, fit }], x, y: axes, title(x), text(y), remark(curve, x) }
export function linesOption(spec) {
  const ink = inks();
  const names = spec.width >= ROOM_FOR_NAMES && new Set(spec.curves.map((one) => one.adapter.name)).size <= MOST_NAMES;
  const option = base(ink);
  const longest = Math.max(0, ...spec.curves.map((curve) => curve.adapter.name.length));
  const bands = spec.curves.length <= MOST_BANDS ? spec.curves.flatMap((curve) => band(curve, spec)) : [];
  return {
    ...option,
    grid: { ...option.grid, right: names ? 14 + Math.min(15, longest) * 6.2 : 16 },
    tooltip: {
      ...tooltip(ink, (hits) => tooltipContent(spec.title(hits[0].value[0]), rowsAt(spec, hits[0].value[0]))),
      trigger: 'axis',
      axisPointer: { type: 'line', snap: true, lineStyle: { color: ink['ink-soft'], type: 'solid', width: 1 } },
    },
    xAxis: alongAxis(ink, spec.x),
    yAxis: valueAxis(ink, spec.y.log ? { ...spec.y, ...logEnds(spec) } : spec.y),
    series: [...bands, ...spec.curves.map((curve) => line(curve, names, ink))],
  };
}

// Without this a logarithmic axis would reach from one power of ten to another, and be empty for the most part.
function logEnds(spec) {
  const values = spec.curves.flatMap((curve) => curve.points.map((point) => point[1])).filter((value) => value > 0);
  if (values.length === 0) {
    return {};
  }
  const [min, max] = [Math.min(...values) / 1.2, Math.max(...values) * 1.2];
  const powers = Array.from({ length: 20 }, (_, i) => 10 ** (i - 8));
  const steps = max / min > 300 ? [1] : max / min > 30 ? [1, 3] : [1, 2, 5];
  return { min, max, ticks: powers.flatMap((power) => steps.map((step) => step * power)).filter((tick) => tick >= min && tick <= max) };
}

// Moves the names at the ends of the curves apart. Called when the chart is drawn, because only then their places are known.
export function spreadNames(chart, option) {
  const gap = 12.5;
  const ends = option.series.flatMap((series) => {
    const at = series.data.findIndex((item) => item?.label?.show);
    return at < 0 ? [] : [{ series, at, y: chart.convertToPixel({ gridIndex: 0 }, series.data[at].value)[1] }];
  }).sort((a, b) => a.y - b.y);
  if (ends.length === 0) {
    return;
  }
  const places = ends.map((end) => end.y);
  for (let i = 1; i < places.length; i++) {
    places[i] = Math.max(places[i], places[i - 1] + gap);
  }
  places[places.length - 1] = Math.min(places.at(-1), chart.getHeight() - 44);
  for (let i = places.length - 2; i >= 0; i--) {
    places[i] = Math.min(places[i], places[i + 1] - gap);
  }
  ends.forEach((end, i) => { end.series.data[end.at].label.offset = [0, places[i] - end.y]; });
  chart.setOption({ series: ends.map((end) => ({ id: end.series.id, data: end.series.data })) });
}

function rowsAt(spec, x) {
  return spec.curves.filter((curve) => !curve.fit)
    .flatMap((curve) => curve.points.filter((point) => point[0] === x && point[1] !== null).map((point) => ({ curve, point })))
    .sort((a, b) => b.point[1] - a.point[1])
    .map(({ curve, point }) => ({
      name: curve.label ?? curve.adapter.name,
      color: lookOf(curve.adapter).color,
      value: spec.text(point[1], point),
      remark: spec.remark?.(curve, x) ?? '',
    }));
}

function line(curve, names, ink) {
  const look = lookOf(curve.adapter);
  const last = curve.points.findLastIndex((point) => point[1] !== null);
  const few = curve.points.length <= 12;
  return {
    type: 'line',
    id: curve.id ?? (curve.fit ? `fit ${curve.adapter.name}` : curve.adapter.name),
    name: curve.adapter.name,
    z: curve.fit ? 1 : curve.adapter.control ? 2 : 3,
    silent: curve.fit === true,
    data: curve.points.map((point, i) => (names && i === last && !curve.fit && !curve.unnamed
      ? { value: [point[0], point[1]], label: { show: true } }
      : [point[0], point[1]])),
    connectNulls: false,
    showSymbol: few && !curve.fit,
    symbol: look.symbol,
    symbolSize: curve.adapter.control ? 5 : 7,
    lineStyle: {
      color: look.color,
      width: curve.fit ? 1 : look.width,
      type: curve.fit ? [3, 3] : look.type,
      opacity: look.opacity * (curve.fit ? 0.8 : 1),
    },
    itemStyle: { color: look.color, opacity: look.opacity },
    label: {
      position: 'right',
      formatter: () => curve.adapter.name,
      color: curve.adapter.control ? ink['ink-soft'] : look.color,
      opacity: look.opacity,
      fontSize: 11,
      width: 98,
      overflow: 'truncate',
      textBorderColor: 'transparent',
    },
    emphasis: { disabled: true },
    clip: false,
  };
}

// Two stacked lines without ink: the lower end, and from there the width of the interval, which is filled.
function band(curve, spec) {
  if (!curve.points.some((point) => point[2] !== undefined && point[3] > point[2])) {
    return [];
  }
  const look = lookOf(curve.adapter);
  const lowest = spec.y.log ? (value) => Math.max(value, spec.y.min ?? 1e-9) : (value) => value;
  const ends = (point) => (point[1] === null || point[2] === undefined
    ? [null, null] : [lowest(point[2]), point[3] - lowest(point[2])]);
  return [0, 1].map((end) => ({
    type: 'line',
    id: `band ${end} ${curve.id ?? curve.adapter.name}`,
    name: curve.adapter.name,
    stack: `band ${curve.id ?? curve.adapter.name}`,
    stackStrategy: 'all',
    data: curve.points.map((point) => [point[0], ends(point)[end]]),
    symbol: 'none',
    silent: true,
    z: 1,
    lineStyle: { opacity: 0 },
    areaStyle: end === 1 ? { color: look.color, opacity: 0.16 * look.opacity } : { opacity: 0 },
    tooltip: { show: false },
    emphasis: { disabled: true },
  }));
}
