// How far the run is, in words and as a bar.

const news = document.getElementById('live-news');
const now = document.getElementById('live-now');
const bar = document.getElementById('live-progress');

let known = null;
let heardAt = 0;

function time(seconds) {
  const minutes = Math.round(seconds / 60);
  return seconds < 55 ? `${Math.max(5, Math.round(seconds / 5) * 5)} s`
    : minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

function left() {
  if (known.mostSecondsLeft === null || known.ended !== null) {
    return null;
  }
  const since = (performance.now() - heardAt) / 1000;
  if (known.mostSecondsLeft <= since) {
    return 'nearly done';
  }
  const [least, most] = [known.leastSecondsLeft, known.mostSecondsLeft].map((seconds) => time(Math.max(0, seconds - since)));
  return `about ${least === most ? most : `${least} to ${most}`} left`;
}

function say(element, text) {
  if (element.textContent !== text) {
    element.textContent = text;
  }
}

function write() {
  const planned = known.planned > 0 ? `${known.done} of ${known.planned} trials done` : null;
  say(now, [planned, known.running && `now ${known.running}`, known.note, left()].filter((text) => text).join(' · '));
}

export function show(state) {
  known = state;
  heardAt = performance.now();
  bar.hidden = state.planned === 0;
  bar.max = Math.max(1, state.planned);
  bar.value = state.done;
  write();
  say(news, state.ended === null ? '' : `The run has ended: ${state.ended}.`);
}

export function lost() {
  say(news, 'The server does not answer: the run was stopped, or its server was. This page shows what it last heard.');
}

setInterval(() => known !== null && known.ended === null && !document.hidden && write(), 1000);
