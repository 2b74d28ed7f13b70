// The page of hostile exchanges: unpacks the evidence of an adapter when somebody asks for it.

import { make } from './make.js';

const unpacked = new Map();

function evidenceOf(adapter) {
  if (!unpacked.has(adapter)) {
    const packed = document.querySelector(`script[data-evidence="${CSS.escape(adapter)}"]`);
    unpacked.set(adapter, packed === null ? Promise.resolve(null) : unpack(packed.textContent));
  }
  return unpacked.get(adapter);
}

async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).json();
}

// Bytes as people read them: line ends stand where they are, and what is no printable character as an escape of it.
function shown(bytes) {
  return bytes.replace(/\r\n|[^ -~]/g, (one) => (one === '\r\n' ? '\n' : one === '\n' ? '\\n\n' : `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`));
}

function words(name) {
  const [side, way] = name.split('.');
  const who = side.startsWith('backend-') ? `the backend (connection ${side.slice('backend-'.length)})` : 'the client';
  return `${way === 'sent' ? 'sent' : 'received'} by ${who}`;
}

function file(piece) {
  const cut = piece.bytes - piece.head.length - piece.tail.length;
  const text = shown(piece.head) + (cut > 0 ? `\n[... ${cut} bytes are left out here ...]\n` : '') + shown(piece.tail);
  return [make('h5', {}, `${words(piece.name)}, ${piece.bytes} bytes`), make('pre', { tabindex: 0 }, text === '' ? '(nothing)' : text)];
}

function scriptLink(adapter, id, script) {
  const bytes = Uint8Array.from(script, (character) => character.charCodeAt(0));
  const address = URL.createObjectURL(new Blob([bytes], { type: 'text/x-python' }));
  return make('p', {}, make('a', { class: 'replay', href: address, download: `replay-${adapter}-${id}.py` }, 'Download the replay script'));
}

async function fill(details) {
  if (details.dataset.filled !== undefined) {
    return;
  }
  details.dataset.filled = 'soon';
  const { adapter, case: id } = details.dataset;
  const found = await evidenceOf(adapter);
  const own = found?.cases[id];
  if (own === undefined) {
    details.append(make('p', { class: 'detail' }, 'The evidence was not beside this page when it was drawn.'));
  } else {
    details.append(
      ...(own.script === '' ? [] : [scriptLink(adapter, id, own.script + found.common)]),
      ...own.files.flatMap(file),
    );
  }
  details.dataset.filled = 'done';
}

// A link leads into what is folded up.
function reveal() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  if (target === null) {
    return;
  }
  for (let place = target; place !== null; place = place.parentElement) {
    if (place instanceof HTMLDetailsElement) {
      place.open = true;
    }
  }
  const bytes = target.matches('article') ? target.querySelector('details.bytes') : null;
  if (bytes !== null) {
    bytes.open = true;
  }
  target.scrollIntoView();
}

document.querySelectorAll('details.bytes').forEach((details) => {
  details.addEventListener('toggle', () => details.open && fill(details));
});
addEventListener('hashchange', reveal);
reveal();
document.documentElement.dataset.drawn = 'true';
