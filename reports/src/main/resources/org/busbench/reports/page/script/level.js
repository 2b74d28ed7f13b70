// The number of clients at which a view looks when nobody has chosen one.

import { cellOf, run } from './data.js';

// The level at which most mediators have a figure; of several the middle one.
export function typicalLevel() {
  const served = (level) => run.adapters.filter((adapter) => !adapter.control
    && run.scenarios.some((scenario) => cellOf(adapter.name, scenario.name, run.payloads[0].name, level)?.goodputPerSecond !== undefined)).length;
  const most = Math.max(...run.concurrency.map(served));
  const candidates = run.concurrency.filter((level) => served(level) === most);
  return candidates[Math.floor(candidates.length / 2)];
}
