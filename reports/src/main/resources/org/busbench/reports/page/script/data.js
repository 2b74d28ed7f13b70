// The run, as the page embeds it (JSON, gzip, Base64), and the ways to look things up in it: the results as export writes
// them, without what is null, and beside them how the page names and draws scenarios, sizes and adapters.

export const run = {};

const cells = new Map();

export async function load() {
  const packed = Uint8Array.from(atob(document.getElementById('report-data').textContent), (c) => c.charCodeAt(0));
  const json = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
  const { results, ...view } = JSON.parse(json);
  Object.assign(run, results, view);
  run.cells.filter((cell) => cell.ratePerSecond === undefined)
    .forEach((cell) => cells.set(keyOf(cell.adapter, cell.scenario, cell.payload, cell.concurrency), cell));
}

function keyOf(adapter, scenario, payload, clients) {
  return [adapter, scenario, payload, clients].join('\n');
}

export function cellOf(adapter, scenario, payload, clients) {
  return cells.get(keyOf(adapter, scenario, payload, clients));
}

// Whether a cell has figures.
export function measured(cell) {
  return cell?.goodputPerSecond !== undefined;
}

export function adapterOf(name) {
  return run.adapters.find((adapter) => adapter.name === name);
}

export function titleOf(list, name) {
  return list.find((one) => one.name === name)?.title ?? name;
}

export function lawOf(adapter, scenario, payload) {
  return run.scalings.find((one) => one.adapter === adapter && one.scenario === scenario && one.payload === payload);
}

// Adapters that were measured and whose cost was not, each with the reason.
export function costGaps(shown, scenario, payload, levels) {
  return shown.flatMap((adapter) => {
    const reason = levels.map((level) => cellOf(adapter.name, scenario, payload, level)?.costNotMeasured).find((found) => found !== undefined);
    return reason === undefined ? [] : [`${adapter.name}: cost not measured: ${reason}`];
  });
}

// One sentence for each adapter that has no figure somewhere in a chart; a gap must not look like a zero.
export function gaps(shown, scenario, payload, levels) {
  const words = { 'not-served': 'not served', failed: 'failed', 'not-reached': 'not reached' };
  return shown.flatMap((adapter) => {
    const missing = new Map();
    for (const clients of levels) {
      const cell = cellOf(adapter.name, scenario, payload, clients);
      if (cell && !measured(cell)) {
        missing.set(cell.outcome, [...(missing.get(cell.outcome) ?? []), clients]);
      }
    }
    return [...missing].map(([outcome, at]) => {
      const where = at.length === levels.length ? '' : ` at ${at.join(', ')}`;
      return `${adapter.name}: ${words[outcome]}${where}`;
    });
  });
}
