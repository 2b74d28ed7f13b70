// Light and dark. Without a choice the page follows the system.

import { declare, get, set } from './state.js';

const system = matchMedia('(prefers-color-scheme: dark)');
const button = document.getElementById('theme');

export function startTheme(redraw) {
  declare('theme', '', (name) => name === 'light' || name === 'dark');
  button.addEventListener('click', () => {
    set('theme', dark() ? 'light' : 'dark');
    apply(redraw);
  });
  system.addEventListener('change', () => apply(redraw));
  addEventListener('beforeprint', () => {
    document.documentElement.dataset.theme = 'light';
    redraw();
  });
  addEventListener('afterprint', () => apply(redraw));
  apply(() => {});
}

// The value of a CSS variable as a colour that a chart understands.
export function color(variable) {
  const probe = document.createElement('span');
  probe.style.color = `var(${variable})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

function dark() {
  return get('theme') === '' ? system.matches : get('theme') === 'dark';
}

function apply(redraw) {
  if (get('theme') === '') {
    delete document.documentElement.dataset.theme;
  } else {
    document.documentElement.dataset.theme = get('theme');
  }
  button.textContent = dark() ? 'Light' : 'Dark';
  button.setAttribute('aria-label', dark() ? 'Switch to the light theme' : 'Switch to the dark theme');
  redraw();
}
