// Before there is a report: how far the run is. The report takes this page's place.

import { follow } from './follow.js';
import { lost, show } from './progress.js';

follow((state) => {
  show(state);
  if (state.version !== '') {
    location.reload();
  }
}, lost);
