// Asks the server for news, one question at a time: it answers when there are some. A page that nobody looks at asks nothing.

const AGAIN_MILLIS = 3000;
const LATEST_MILLIS = 30000;

class Gone extends Error {}

const pause = (millis) => new Promise((resolve) => { setTimeout(resolve, millis); });

// What the server sends; throws Gone when it does not answer.
export async function ask(address) {
  try {
    const answer = await fetch(address, { cache: 'no-store' });
    if (answer.ok) {
      return await answer.text();
    }
  } catch {
    // It does not answer at all, which is told below.
  }
  throw new Gone(address);
}

function looked() {
  return document.hidden
    ? new Promise((resolve) => { document.addEventListener('visibilitychange', resolve, { once: true }); }).then(looked)
    : undefined;
}

// Calls heard(state) for each news until the run has ended, and lost() whenever the server does not answer.
export async function follow(heard, lost) {
  let after = '';
  let failures = 0;
  for (;;) {
    await looked();
    try {
      const state = JSON.parse(await ask(`state.json?after=${encodeURIComponent(after)}`));
      failures = 0;
      await heard(state);
      after = state.seq;
      if (state.ended !== null) {
        return;
      }
      // The next question tells the server that this page has drawn.
      await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve)); });
    } catch (problem) {
      if (!(problem instanceof Gone)) {
        throw problem;
      }
      failures++;
      lost();
      await pause(Math.min(LATEST_MILLIS, failures * AGAIN_MILLIS));
    }
  }
}
