// A page that a server sent while its run goes on: it follows the run.

import { ask, follow } from './follow.js';
import { renew, started } from './main.js';
import { patch } from './patch.js';
import { remember } from './place.js';
import { lost, show } from './progress.js';

const live = document.getElementById('live');

async function heard(state) {
  if (state.version !== '' && state.version !== live.dataset.version) {
    const html = await ask(location.pathname);
    const giveBack = remember();
    const version = patch(html) ?? state.version;
    await renew();
    giveBack();
    live.dataset.version = version;
  }
  show(state);
}

started.then(() => follow(heard, lost));
