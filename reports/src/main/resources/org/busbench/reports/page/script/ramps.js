// The page of a run of ramps: a chart for each rate and figure. The tables stand in the page.

import { alongAxis, base, inks, valueAxis } from './look.js';
import { color, startTheme } from './theme.js';
import { tooltip, tooltipContent } from './tip.js';

const data = JSON.parse(document.getElementById('ramps').textContent);
const looks = new Map(data.looks.map((look) => [look.name, look]));
const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const charts = [...document.querySelectorAll('.chart')].map((element) => ({ element, chart: null }));

function draw(one) {
  const to = Number(one.element.dataset.to);
  const column = Number(one.element.dataset.column);
  const ink = inks();
  one.chart ??= echarts.init(one.element, null, { renderer: 'svg' });
  const series = data.curves.filter((curve) => curve.to === to).map((curve) => ({
    type: 'line',
    id: `${curve.injector} ${curve.repeat}`,
    name: curve.injector,
    data: curve.points.map((point) => [point[0], point[column]]),
    showSymbol: false,
    lineStyle: { color: color(`--${looks.get(curve.injector).look}`), width: 1.6, opacity: curve.repeat === 1 ? 1 : 0.45 },
    itemStyle: { color: color(`--${looks.get(curve.injector).look}`) },
    emphasis: { disabled: true },
  }));
  if (column === 1) {
    series.unshift({
      type: 'line',
      id: 'offered',
      name: 'offered',
      data: [[0, 1], [data.seconds, to]],
      showSymbol: false,
      lineStyle: { color: ink.injector, width: 7 },
      itemStyle: { color: ink.injector },
      emphasis: { disabled: true },
    });
  }
  one.chart.setOption({
    ...base(ink),
    xAxis: alongAxis(ink, { name: 'seconds', min: 0 }),
    yAxis: valueAxis(ink, { min: 0, label: (value) => counts.format(value) }),
    tooltip: {
      ...tooltip(ink, (items) => tooltipContent(`${items[0].value[0].toFixed(1)} s`, items.map((item) => ({
        name: item.seriesName,
        color: item.color,
        value: counts.format(item.value[1]),
      })))),
      trigger: 'axis',
    },
    series,
  }, true);
}

function drawAll() {
  charts.forEach(draw);
}

startTheme(drawAll);
drawAll();
addEventListener('resize', () => charts.forEach((one) => one.chart.resize()));
document.documentElement.dataset.drawn = String(charts.length);
