// The page of a comparison: the rows stand in it; choices hide those that nobody asked for.

import { list } from './choices.js';
import { get, keepViewWhileMoving, moveToChosenSection, onChange } from './state.js';
import { startTheme } from './theme.js';

const CHOICES = ['scenario', 'adapter', 'payload', 'measure'];
const TEXTS = { measure: (row) => row.querySelector('[data-figure]').textContent };

const rows = [...document.querySelectorAll('.changes tbody tr')];

function offer(name) {
  const found = new Map(rows.map((row) => [row.dataset[name], TEXTS[name]?.(row) ?? row.dataset[name]]));
  const all = [{ value: '', text: 'all' }];
  list(name, found.size > 1 ? [...all, ...[...found].map(([value, text]) => ({ value, text }))] : all, '');
}

function draw() {
  rows.forEach((row) => {
    row.hidden = CHOICES.some((name) => get(name) !== '' && get(name) !== row.dataset[name]);
  });
  document.querySelectorAll('.group').forEach((group) => {
    const shown = [...group.querySelectorAll('.changes tbody tr')].filter((row) => !row.hidden).length;
    group.querySelector('.shown').textContent = String(shown);
    group.querySelector('.empty').hidden = shown > 0;
    const table = group.querySelector('.scroll');
    if (table) {
      table.hidden = shown === 0;
    }
  });
}

CHOICES.forEach(offer);
startTheme(() => {});
keepViewWhileMoving();
draw();
onChange((name) => name === 'theme' || name === 'at' || draw());
moveToChosenSection();
document.documentElement.dataset.drawn = String(rows.length);
