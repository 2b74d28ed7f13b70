// The first screen follows the chosen size; a click on a leader chooses it.

import { choose } from './choices.js';
import { get } from './state.js';

export function startAnswer() {
  document.getElementById('answer').addEventListener('click', (event) => {
    const button = event.target.closest('#leaders button');
    if (button) {
      choose('payload', button.dataset.payload);
    }
  });
}

export function drawAnswer() {
  document.querySelectorAll('#answer .size').forEach((size) => {
    size.hidden = size.dataset.payload !== get('payload');
  });
  document.querySelectorAll('#leaders button').forEach((button) => {
    button.setAttribute('aria-pressed', String(button.dataset.payload === get('payload')));
  });
}
