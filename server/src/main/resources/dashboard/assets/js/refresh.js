// SPDX-License-Identifier: Apache-2.0
/** When to ask again: at an interval, and soon after something happened. One question at a time. */

const EVERY = 2_000;
const SLOWEST = 15_000;
/** So that a burst of events makes a few questions and not one each. */
const APART = 200;

/** A cluster that takes long to answer is asked less often. */
export function intervalAfter(tookMs) {
  return Math.min(SLOWEST, Math.max(EVERY, tookMs * 10));
}

/**
 * @param ask     `() => Promise`, which handles its own errors
 * @param onPace  told how often it asks from now on
 */
export function keepFresh({ ask, onPace }) {
  let timer;
  let asking = false;
  let again = false;

  function plan(delay) {
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  }

  async function run() {
    if (asking) {
      again = true;
      return;
    }
    asking = true;
    again = false;
    const begun = performance.now();
    try {
      await ask();
    } finally {
      asking = false;
      const interval = intervalAfter(performance.now() - begun);
      onPace(interval);
      plan(again ? APART : interval);
    }
  }

  run();
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) {
      run();
    }
  });
  return { soon: run };
}
