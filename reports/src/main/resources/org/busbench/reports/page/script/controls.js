// The choices above the charts. One with a single option is not shown: there is nothing to choose.

import { declare, get, set } from './state.js';
import { adapters } from './data.js';

export function choice(name, options, fallback) {
  const box = document.getElementById(`choose-${name}`);
  declare(name, fallback, (value) => options.some((option) => option.value === value));
  box.hidden = options.length < 2;
  for (const option of options) {
    const label = document.createElement('label');
    const radio = document.createElement('input');
    radio.type = 'radio';
    radio.name = name;
    radio.value = option.value;
    radio.checked = option.value === get(name);
    radio.addEventListener('change', () => set(name, option.value));
    const text = document.createElement('span');
    text.textContent = option.text;
    label.append(radio, text);
    box.append(label);
  }
}

export function legend() {
  declare('hide', '', (value) => value.split(',').every((name) => adapters.some((adapter) => adapter.name === name)));
  const box = document.getElementById('legend');
  for (const adapter of adapters) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = `name ${adapter.look}`;
    button.textContent = adapter.name;
    button.title = adapter.title;
    button.dataset.adapter = adapter.name;
    button.setAttribute('aria-pressed', String(!hidden().has(adapter.name)));
    button.addEventListener('click', () => {
      const names = hidden();
      if (!names.delete(adapter.name)) {
        names.add(adapter.name);
      }
      button.setAttribute('aria-pressed', String(!names.has(adapter.name)));
      set('hide', [...names].join(','));
    });
    box.append(button);
  }
}

export function shown() {
  return adapters.filter((adapter) => !hidden().has(adapter.name));
}

function hidden() {
  return new Set(get('hide').split(',').filter((name) => name !== ''));
}
