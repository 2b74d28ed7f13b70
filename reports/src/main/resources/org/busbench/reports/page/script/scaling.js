// The table of how TPS goes with concurrency, for the chosen size: knee, what the limit is, and Universal Scalability Law.

import { adapterOf, run, titleOf } from './data.js';
import { clients, number } from './format.js';
import { make, named } from './make.js';
import { get } from './state.js';

export function drawScaling() {
  const found = run.scalings.filter((one) => one.payload === get('payload'))
    .filter((one) => get('scenario') === '' || one.scenario === get('scenario'));
  document.getElementById('scaling').hidden = found.length === 0;
  const lawless = found.every((one) => !one.law);
  document.getElementById('scaling-table').classList.toggle('lawless', lawless);
  document.getElementById('no-law').hidden = !lawless;
  document.querySelector('#scaling-table tbody').replaceChildren(...found.map((one) => make('tr', { 'data-adapter': one.adapter },
    make('th', { scope: 'row' }, named(adapterOf(one.adapter))),
    make('td', {}, titleOf(run.scenarios, one.scenario)),
    make('td', { class: 'num' }, clients(one.saturation)),
    make('td', { class: one.serial ? 'bad' : '', 'data-key': 'limit' }, limit(one)),
    ...fitted(one))));
}

function limit(one) {
  return one.serial ? `a serial part: any number of clients get at most ${(1 / one.law.sigma).toFixed(2)} × one client's TPS` : one.bottleneck;
}

function fitted(one) {
  if (!one.law) {
    return [make('td', { colspan: 5, class: 'detail' }, `${one.levels} levels: the law needs 4`)];
  }
  return [number(one.law.lambda), one.law.sigma.toFixed(4), one.law.kappa.toPrecision(2), one.law.rSquared.toFixed(3),
    one.peak === undefined ? 'none' : number(one.peak)].map((text) => make('td', { class: 'num' }, text));
}
