// Puts a page that was drawn anew in the place of the open one, as far as the server wrote it: what scripts draw, and what
// the reader chose, stays until the scripts draw again.

const DRAWN_HERE = '[data-chart], #cell-table, #contrast-table, #scaling-table';

// The page as it was last sent. The open one is no measure: scripts have changed it.
let sent = null;

const written = (page, selector) => page?.querySelector(selector)?.outerHTML;

function replace(next, selector) {
  if (written(next, selector) !== written(sent, selector)) {
    document.querySelector(selector).replaceWith(document.importNode(next.querySelector(selector), true));
  }
}

// The first screen, around the toolbar with its choices.
function patchAnswer(next) {
  const parts = (page) => {
    const all = [...page.getElementById('answer').childNodes];
    const bar = all.findIndex((one) => one.id === 'toolbar');
    return [all.slice(0, bar), all.slice(bar + 1)];
  };
  const text = (nodes) => nodes.map((one) => one.outerHTML ?? '').join('');
  const now = parts(document);
  const before = sent && parts(sent);
  parts(next).forEach((nodes, i) => {
    if (before === null || text(before[i]) !== text(nodes)) {
      const fresh = nodes.map((one) => document.importNode(one, true));
      document.getElementById('toolbar')[i === 0 ? 'before' : 'after'](...fresh);
      now[i].forEach((one) => one.remove());
    }
  });
}

function patchSections(next) {
  let follower = null;
  for (const section of [...next.querySelectorAll('main > section')].reverse()) {
    const open = document.getElementById(section.id);
    if (open === null) {
      const fresh = document.importNode(section, true);
      follower === null ? document.querySelector('main').append(fresh) : follower.before(fresh);
    } else if (section.id !== 'answer' && section.querySelector(DRAWN_HERE) === null) {
      replace(next, `#${section.id}`);
    }
    follower = document.getElementById(section.id);
  }
}

// Returns which drawing it is; nothing for the last one, which follows no run.
export function patch(html) {
  const next = new DOMParser().parseFromString(html, 'text/html');
  patchAnswer(next);
  patchSections(next);
  if (written(next, '.top nav') !== written(sent, '.top nav')) {
    document.querySelector('.top nav').replaceChildren(...document.importNode(next.querySelector('.top nav'), true).childNodes);
  }
  document.getElementById('report-data').textContent = next.getElementById('report-data').textContent;
  sent = next;
  return next.getElementById('live')?.dataset.version;
}
