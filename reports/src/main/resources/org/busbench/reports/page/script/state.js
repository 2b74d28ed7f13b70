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
    const changed = new URLSearchParams();
    for (const [key, current] of chosen) {
      if (current !== defaults.get(key)) {
        changed.set(key, current);
      }
    }
    const text = changed.toString();
    history.replaceState(null, '', text ? `#${text}` : location.pathname + location.search);
    notify(name);
  }
}

export function onChange(listener) {
  listeners.push(listener);
}

function notify(name) {
  listeners.forEach((listener) => listener(name));
}

// "#latency" is the address of a section, "#payload=10K" that of a view.
function parameters() {
  const text = location.hash.slice(1);
  return new URLSearchParams(text.includes('=') ? text : '');
}
