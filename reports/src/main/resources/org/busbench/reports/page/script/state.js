// What is chosen. It lives in the address (after #), so that a link shows the same view.

const listeners = [];
const defaults = new Map();
const chosen = new Map();

export function declare(name, fallback, allowed) {
  defaults.set(name, fallback);
  const given = parameters().get(name);
  chosen.set(name, given !== null && allowed(given) ? given : fallback);
}

export function get(name) {
  return chosen.get(name);
}

export function set(name, value) {
  if (chosen.get(name) !== value) {
    chosen.set(name, value);
    const text = address();
    history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
    listeners.forEach((listener) => listener(name));
  }
}

export function onChange(listener) {
  listeners.push(listener);
}

function address() {
  const changed = new URLSearchParams();
  for (const [key, current] of chosen) {
    if (current !== defaults.get(key)) {
      changed.set(key, current);
    }
  }
  return changed.toString().replaceAll('%2C', ',');
}

// "#latency" is the address of a section, "#payload=10K&at=latency" that of a view.
function parameters() {
  const text = location.hash.slice(1);
  return new URLSearchParams(text.includes('=') ? text : '');
}

// A click on a link within the page must not take the view out of the address.
export function keepViewWhileMoving() {
  declare('at', '', (name) => document.getElementById(name) !== null);
  document.querySelector('.top nav').addEventListener('click', (event) => {
    const target = event.target.closest('a[href^="#"]')?.getAttribute('href').slice(1);
    if (target) {
      event.preventDefault();
      set('at', target);
      document.getElementById(target).scrollIntoView();
      document.getElementById(target).focus({ preventScroll: true });
    }
  });
  addEventListener('hashchange', () => location.hash.includes('=') && location.reload());
}

export function moveToChosenSection() {
  if (get('at') !== '') {
    document.getElementById(get('at')).scrollIntoView();
  }
}
