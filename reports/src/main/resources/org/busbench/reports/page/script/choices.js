// The choices of the page: a row of buttons for a few options, a list for many. One with a single option is not shown.

import { make } from './make.js';
import { declare, get, set } from './state.js';

// options: [{ value, text, title }]
export function choice(name, options, fallback) {
  const box = document.getElementById(`choose-${name}`);
  declare(name, fallback, (value) => options.some((option) => option.value === value));
  box.hidden = options.length < 2;
  options.forEach((option) => box.append(button(name, option)));
}

function button(name, option) {
  const radio = make('input', { type: 'radio', name, value: option.value });
  radio.checked = option.value === get(name);
  radio.addEventListener('change', () => set(name, option.value));
  return make('label', { title: option.title }, radio, make('span', {}, option.text));
}

export function list(name, options, fallback) {
  const box = document.getElementById(`choose-${name}`);
  declare(name, fallback, (value) => options.some((option) => option.value === value));
  box.hidden = options.length < 2;
  const select = box.querySelector('select');
  for (const option of options) {
    select.append(new Option(option.text, option.value));
  }
  select.value = get(name);
  select.addEventListener('change', () => set(name, select.value));
}

// An option that is on or off; in the address it is "on".
export function toggle(name) {
  declare(name, '', (value) => value === 'on');
  const input = document.querySelector(`#choose-${name} input`);
  input.checked = get(name) === 'on';
  input.addEventListener('change', () => set(name, input.checked ? 'on' : ''));
}

// Shows another choice than the reader made in a row of buttons, as when a table leads to a view.
export function choose(name, value) {
  const radio = [...document.querySelectorAll(`#choose-${name} input`)].find((one) => one.value === value);
  if (radio) {
    radio.checked = true;
  }
  set(name, value);
}
