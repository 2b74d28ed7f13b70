// Where the reader is in the page: the focus, what is unfolded, how far it is scrolled. A redraw gives it all back.

const OWN = ['adapter', 'scenario', 'payload', 'concurrency', 'key', 'of', 'bound'];

// The same for an element and for the one that takes its place in a page drawn anew.
function keyOf(element) {
  const steps = [];
  for (let one = element; one && one !== document.body; one = one.parentElement) {
    const own = OWN.map((name) => one.dataset?.[name] ?? '').join(' ').trim();
    steps.push(one.id || `${one.tagName} ${own}`);
    if (one.id) {
      break;
    }
  }
  return `${steps.join(' < ')} ${element.value ?? ''}`;
}

const alike = (tag, key) => [...document.getElementsByTagName(tag)].filter((one) => keyOf(one) === key);

function placeOf(element) {
  const key = keyOf(element);
  return { tag: element.tagName, key, index: alike(element.tagName, key).indexOf(element) };
}

const find = (place) => alike(place.tag, place.key)[place.index];

// The first thing that stands in the window with its head.
function topmost() {
  return scrollY === 0 ? undefined : [...document.querySelectorAll('main section[id], #toolbar, article, figure, .size')]
    .find((one) => one.offsetParent !== null && one.getBoundingClientRect().top >= 0);
}

export function remember() {
  const focused = document.activeElement === document.body ? null : document.activeElement;
  const focus = focused && placeOf(focused);
  const head = topmost();
  const anchor = head && { place: placeOf(head), top: head.getBoundingClientRect().top };
  const open = [...document.querySelectorAll('details[open]')].map(placeOf);
  const boxes = [...document.querySelectorAll('.scroll')].map((box) => ({ place: placeOf(box), left: box.scrollLeft, top: box.scrollTop }));
  return () => {
    open.forEach((place) => find(place)?.setAttribute('open', ''));
    boxes.forEach((box) => find(box.place)?.scrollTo({ left: box.left, top: box.top, behavior: 'instant' }));
    if (focus && document.activeElement !== focused) {
      find(focus)?.focus({ preventScroll: true });
    }
    const moved = anchor && find(anchor.place)?.getBoundingClientRect().top - anchor.top;
    if (moved) {
      scrollBy({ top: moved, behavior: 'instant' });
    }
  };
}
