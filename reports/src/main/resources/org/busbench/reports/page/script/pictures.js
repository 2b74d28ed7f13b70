// The charts of the page as documents of their own, for papers: drawn without a reader, from the same modules. Each becomes
// an element with the file's name and its bytes in Base64. All is done when the document has loaded: images load with it.

import { shown } from './adapters.js';
import { blank } from './blank.js';
import { canStack, costOption, costRows, mediationOption, mediationRows } from './cost.js';
import { costGaps, gaps, run, take } from './data.js';
import { clients } from './format.js';
import { latencyOption, latencyRows } from './latency.js';
import { typicalLevel } from './level.js';
import { spreadNames } from './lines.js';
import { inks } from './look.js';
import { onlyLevel } from './onelevel.js';
import { declare } from './state.js';
import { throughputOption, throughputRows } from './throughput.js';

const WIDTH = 800;
const LINES = 440;
const HEAD = 58;
const FOOT = 26;
const GAPS = 16;
const PIXELS = 2;
const MOST_NAMES = 12;
const LEGEND_ROW = 20;
const NAMES_IN_A_ROW = 6;
const FONT = 'Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif';

const wanted = JSON.parse(document.getElementById('wanted').textContent);

// kind: what it shows, in which views; `at` when it shows one number of clients, `unnamed` when curves end without a name, `rows` gives those of bars, or nothing
const KINDS = [
  { name: 'tps', title: 'TPS', about: 'verified responses per second', option: (scenario) => throughputOption(scenario, WIDTH), rows: throughputRows },
  { name: 'latency-p99', title: 'Latency p99', about: 'milliseconds until the whole verified response was there', view: ['latency', 'clients'], option: (scenario) => latencyOption(scenario, WIDTH), rows: latencyRows },
  { name: 'percentiles', title: 'All percentiles of latency', about: 'milliseconds until the whole verified response was there', at: true, unnamed: true, view: ['latency', 'curve'], option: (scenario) => latencyOption(scenario, WIDTH) },
  { name: 'cpu', title: 'CPU time per message', about: 'µs of the mediator for each verified response', at: true, option: costOption, rows: costRows, parts: true },
];
const STEPS = { name: 'steps', title: 'What each job adds', about: 'CPU-µs for each verified response: direct (backend and injector), and what the mediator adds for each job', at: true, option: mediationOption, rows: mediationRows, parts: true };

function choose(name, value) {
  declare(name, value, () => false);
}

// Bars have room for all adapters; of many curves the fastest are drawn.
function views(payload, scenario, kind, level) {
  choose('payload', payload);
  choose('concurrency', String(level));
  choose('tps', 'clients');
  choose('latency', 'clients');
  choose('cost', 'parts');
  choose('percentile', 'p99');
  choose('scale', 'linear');
  choose('block', '1');
  choose('fit', '');
  choose('focus', '');
  choose('adapters', run.adapters.map((one) => one.name).join(','));
  if (!kind.parts && !(kind.rows && onlyLevel(scenario) !== undefined)) {
    choose('adapters', '');
  }
  if (kind.view) {
    choose(...kind.view);
  }
}

function draw(kind, scenario, payload) {
  const level = typicalLevel();
  views(payload.name, scenario?.name, kind, level);
  const option = kind.option(scenario?.name);
  const drawn = option.series.filter((one) => !/^(band|fit)/.test(one.id));
  if (blank({ series: drawn })) {
    return;
  }
  const rows = kind.rows?.(scenario?.name);
  const names = drawn.map((one) => one.name);
  const many = rows === undefined && (names.length > MOST_NAMES || kind.unnamed);
  const at = kind.at ? [level] : run.concurrency;
  const missing = scenario ? [
    ...gaps(shown(), scenario.name, payload.name, at),
    ...(kind.name === 'cost' ? costGaps(shown(), scenario.name, payload.name, at) : []),
  ].join(' · ') : '';
  const foot = FOOT + (missing ? GAPS : 0) + (many ? LEGEND_ROW * Math.ceil(names.length / NAMES_IN_A_ROW) : kind.parts ? LEGEND_ROW : 0);
  const height = (rows ? 24 + 26 * Math.max(1, rows.length) : LINES) + HEAD + foot;
  const where = [scenario?.title, payload.title, kind.at ? clients(level) : rows ? clients(onlyLevel(scenario.name)) : null].filter((text) => text).join(', ');
  const picture = {
    title: `${kind.title}: ${where}`,
    about: [kind.about, ...(scenario ? [scenario] : run.scenarios).map((one) => one.note)].filter((text) => text).join('; '),
    file: [kind.name, scenario?.name, payload.name, kind.at ? `c${level}` : null].filter((text) => text)
      .join('-').replaceAll(/[^A-Za-z0-9.-]/g, '_'),
    height,
    missing,
    data: drawn.filter((one) => one.id !== 'total').map((one) => ({ name: one.id, points: one.data.map((item) => (rows ? [item.name, item.value] : item.value ?? item)) })),
  };
  emit(picture, svgOf(framed(option, picture, { foot, many, kind, names, bars: rows !== undefined }), picture));
}

function framed(option, picture, { foot, many, kind, names, bars }) {
  const ink = inks();
  const parts = kind.parts ? option.series.filter((one) => one.id !== 'total').map((one) => one.name) : [];
  return {
    ...option,
    tooltip: { show: false },
    backgroundColor: ink.surface,
    textStyle: { ...option.textStyle, fontFamily: FONT },
    color: option.series.filter((one) => parts.includes(one.name)).map((one) => one.data.find((item) => item.itemStyle?.color)?.itemStyle.color),
    grid: { ...option.grid, left: 16, right: (option.grid.right ?? 0) + 12, top: HEAD + (bars ? 4 : 24), bottom: foot + (bars ? 4 : 22) },
    legend: many || parts.length > 0
      ? { show: true, bottom: FOOT + (picture.missing ? GAPS : 0), left: 12, data: many ? names : parts, textStyle: { color: ink.ink, fontFamily: FONT, fontSize: 11 }, itemWidth: 18, itemHeight: 9 }
      : { show: false },
    title: [
      line(picture.title, { top: 10 }, { color: ink.ink, fontSize: 17, fontWeight: 'bold' }),
      line(`${picture.about}${medians()}`, { top: 34 }, { color: ink['ink-soft'], fontSize: 12 }),
      line(picture.missing, { bottom: 22 }, { color: ink.bad, fontSize: 10.5 }),
      line(wanted.source, { bottom: 6 }, { color: ink['ink-soft'], fontSize: 10.5 }),
    ],
  };
}

function line(text, place, style) {
  return { text, left: 12, ...place, textStyle: { fontWeight: 'normal', fontFamily: FONT, width: WIDTH - 24, overflow: 'truncate', ...style } };
}

function medians() {
  return run.blocks > 1 ? `; medians of ${run.blocks} blocks, bands are their intervals` : '; measured once';
}

function svgOf(option, picture) {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: picture.height });
  chart.setOption(option);
  spreadNames(chart, option, option.grid.bottom + 24);
  const svg = chart.renderToSVGString();
  chart.dispose();
  const text = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const words = `<title>${text(picture.title)}</title><desc>${text(`${picture.about}. ${wanted.source}`)}</desc>`
    + `<metadata>${text(JSON.stringify({ schema: 'busbench/picture/1', source: wanted.source, series: picture.data }))}</metadata>`;
  return svg.replace(/^<svg [^>]*>/, (start) => start + words);
}

function emit(picture, svg) {
  const bytes = new TextEncoder().encode(svg);
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  if (wanted.vectors) {
    hold(`${picture.file}.svg`, packed);
  }
  if (wanted.pixels) {
    const image = new Image(WIDTH, picture.height);
    image.dataset.file = `${picture.file}.png`;
    image.src = `data:image/svg+xml;base64,${packed}`;
    document.body.append(image);
  }
}

function hold(file, packed) {
  const output = document.createElement('output');
  output.dataset.file = file;
  output.textContent = packed;
  document.body.append(output);
}

function pixels(image) {
  const canvas = document.createElement('canvas');
  canvas.width = image.width * PIXELS;
  canvas.height = image.height * PIXELS;
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  image.remove();
  hold(image.dataset.file, canvas.toDataURL('image/png').replace(/^[^,]*,/, ''));
}

function drawAll() {
  document.documentElement.dataset.theme = wanted.theme;
  take(document.getElementById('report-data').textContent);
  if (run.concurrency.length === 0) {
    return;
  }
  for (const payload of run.payloads.filter((one) => wanted.payloads.includes(one.name))) {
    for (const scenario of run.scenarios.filter((one) => wanted.scenarios.includes(one.name))) {
      KINDS.forEach((kind) => draw(kind, scenario, payload));
    }
    if (canStack() && run.scenarios.every((one) => wanted.scenarios.includes(one.name))) {
      draw(STEPS, null, payload);
    }
  }
}

addEventListener('error', (event) => { document.documentElement.dataset.trouble = event.message ?? 'an image could not be drawn'; }, true);
addEventListener('load', () => {
  [...document.images].forEach(pixels);
  document.documentElement.dataset.drawn = 'all';
});
drawAll();
