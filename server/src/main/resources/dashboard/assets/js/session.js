// SPDX-License-Identifier: Apache-2.0
/** Keeps the state up to date: asks, follows the stream, and folds what comes back into the store. */

import { handOvers, leaseSpans, withEvent, withEvents } from './fold.js';
import { keepFresh } from './refresh.js';
import { followEvents } from './stream.js';

const EVENTS_KEPT = 2_000;
const EVENTS_AT_FIRST = 200;
const LEADERSHIPS = 50;
const UNSEEN_FOR = 30_000;
/** What happened this long before a question may be missing from its answer, since nodes hear of it one by one. */
const HEARD_BY_ALL = 2_000;

export function startSession({ api, store, announcer, onLocked }) {
  let recent = [];
  let wanted = [];
  const outdated = new Set();

  /** A token that was refused is not tried again: that is what guessing looks like. */
  const isLocked = () => store.get().phase === 'locked';

  function shown(cluster) {
    const before = store.get().cluster;
    if (before) {
      announcer.handOvers(handOvers(before, cluster));
    }
    return { cluster, spans: leaseSpans(store.get().spans, cluster.elections) };
  }

  function refused(error) {
    const locked = error.status === 401;
    store.update((state) => ({
      problem: error,
      failed: true,
      phase: locked ? 'locked' : state.cluster ? 'ready' : 'failed',
      ...(locked ? { who: null, cluster: null, answeredAt: null, duties: [], events: [], leaderships: new Map() } : {}),
    }));
    if (locked) {
      onLocked(error);
    }
  }

  async function ask() {
    if (isLocked()) {
      return;
    }
    const askedAt = performance.now();
    recent = recent.filter(({ heardAt }) => heardAt > askedAt - HEARD_BY_ALL);
    try {
      const who = store.get().who ?? (await api.whoami());
      const [cluster, { duties }] = await Promise.all([api.cluster(), api.duties()]);
      const current = recent.reduce((picture, { event }) => withEvent(picture, event), cluster);
      store.update(() => ({ who, duties, answeredAt: askedAt, failed: false, problem: null, phase: 'ready', ...shown(current) }));
    } catch (error) {
      refused(error);
      return;
    }
    await askLeaderships();
  }

  async function askPast(name) {
    outdated.delete(name);
    try {
      const { leaderships } = await api.leaderships(name, LEADERSHIPS);
      store.update((state) => ({ leaderships: new Map(state.leaderships).set(name, leaderships) }));
    } catch {
      // The picture of the past is not worth an error: the next round asks again.
      outdated.add(name);
    }
  }

  function askLeaderships() {
    const missing = wanted.filter((name) => outdated.has(name) || !store.get().leaderships.has(name));
    return Promise.all(missing.map(askPast));
  }

  const refresh = keepFresh({ ask, onPace: (interval) => store.update(() => ({ interval })) });

  function happened(event) {
    recent.push({ event, heardAt: performance.now() });
    store.update((state) => ({
      events: withEvents(state.events, [event], EVENTS_KEPT),
      ...(state.cluster ? shown(withEvent(state.cluster, event)) : {}),
    }));
    if (event.election !== undefined) {
      outdated.add(event.election);
    }
    refresh.soon();
  }

  /** From the last event that is known; a page that knows none begins with the newest. */
  async function openStream(signal) {
    const known = store.get().events.at(-1)?.seq;
    if (known !== undefined) {
      return api.stream(known, signal);
    }
    const { events, last } = await api.events(EVENTS_AT_FIRST);
    store.update((state) => ({ events: withEvents(state.events, events, EVENTS_KEPT) }));
    return api.stream(last, signal);
  }

  const stream = followEvents({
    async open(signal) {
      if (isLocked()) {
        throw new Error('locked');
      }
      try {
        return await openStream(signal);
      } catch (error) {
        if (error.status === 401) {
          refused(error);
        }
        throw error;
      }
    },
    onEvent: happened,
    onState: (phase) => {
      store.update(() => ({ live: phase === 'open' }));
      if (phase === 'closed') {
        refresh.soon();
      }
    },
  });

  // A browser has few connections to one node, and the node few streams: a hidden tab closes its own.
  let away;
  document.addEventListener('visibilitychange', () => {
    clearTimeout(away);
    if (document.hidden) {
      away = setTimeout(stream.suspend, UNSEEN_FOR);
    } else if (!store.get().live) {
      stream.reconnect();
    }
  });

  return {
    /** The elections whose past is in sight. */
    wantLeaderships(names) {
      const fresh = names.some((name) => !wanted.includes(name) && !store.get().leaderships.has(name));
      wanted = names;
      if (fresh) {
        askLeaderships();
      }
    },
    refresh: refresh.soon,
    /** With another token everything is asked for again. */
    restart() {
      store.update(() => ({ who: null, phase: 'loading' }));
      refresh.soon();
      stream.reconnect();
    },
  };
}
