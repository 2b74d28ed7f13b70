// The run, as the page embeds it, and the ways to look things up in it.

const run = JSON.parse(document.getElementById('report-data').textContent);

export const scenarios = run.scenarios;
export const payloads = run.payloads;
export const concurrency = run.concurrency;
export const latencyResolutionMicros = run.latencyResolutionMicros;
export const adapters = run.adapters;

const keyOf = (adapter, scenario, payload, clients) => JSON.stringify([adapter, scenario, payload, clients]);

const cells = new Map(run.cells.map((cell) => [keyOf(cell.adapter, cell.scenario, cell.payload, cell.concurrency), cell]));

export function cellOf(adapter, scenario, payload, clients) {
  return cells.get(keyOf(adapter, scenario, payload, clients));
}

// One sentence for each adapter that has no figure somewhere in a chart; a gap must not look like a zero.
export function gaps(scenario, payload, levels) {
  const words = { 'not-served': 'not served', failed: 'failed', 'not-reached': 'not reached' };
  return adapters.flatMap((adapter) => {
    const missing = new Map();
    for (const clients of levels) {
      const cell = cellOf(adapter.name, scenario, payload, clients);
      if (!cell.figures) {
        missing.set(cell.outcome, [...(missing.get(cell.outcome) ?? []), clients]);
      }
    }
    return [...missing].map(([outcome, at]) => {
      const where = at.length === levels.length ? '' : ` at ${at.join(', ')}`;
      return `${adapter.name}: ${words[outcome]}${where}`;
    });
  });
}
