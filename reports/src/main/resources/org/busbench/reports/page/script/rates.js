// What was measured at rates stands in the page as tables and cards; here they follow the chosen scenario and size.

import { get } from './state.js';

export function drawRates() {
  document.querySelectorAll('section:has(.of-choice)').forEach((section) => {
    const all = [...section.querySelectorAll('.of-choice')];
    all.forEach((one) => { one.hidden = !chosen(one.dataset); });
    section.querySelector('.none-of-choice').hidden = all.some((one) => !one.hidden);
  });
}

function chosen({ scenario, payload }) {
  return payload === get('payload') && (get('scenario') === '' || scenario === get('scenario'));
}
