// SPDX-License-Identifier: Apache-2.0
/** One state, replaced and never changed; subscribers are notified once per frame. */

export function createStore(initial, schedule = requestAnimationFrame) {
  let state = initial;
  let due = false;
  const subscribers = new Set();

  function tell() {
    due = false;
    for (const subscriber of subscribers) {
      subscriber(state);
    }
  }

  return {
    get: () => state,
    update(change) {
      state = { ...state, ...change(state) };
      if (!due) {
        due = true;
        schedule(tell);
      }
    },
    /** Answers what ends the subscription. */
    subscribe(subscriber) {
      subscribers.add(subscriber);
      return () => subscribers.delete(subscriber);
    },
  };
}
