// SPDX-License-Identifier: Apache-2.0
/** The page's state, and what is read off it. Pure. */

import { freshness } from './freshness.js';

export const initialState = {
  /** 'loading', 'ready', 'locked' (a token is needed) or 'failed' (no answer yet) */
  phase: 'loading',
  problem: null,
  who: null,
  cluster: null,
  /** When the shown answer was asked for, on the browser's monotonic clock. */
  answeredAt: null,
  failed: false,
  interval: 2_000,
  live: false,
  duties: [],
  events: [],
  leaderships: new Map(),
  spans: new Map(),
  route: { section: 'elections', name: null, query: '', vacantOnly: false },
};

/** The cluster's wall time, by the browser's monotonic clock: a wrong clock in front of the screen changes no length. */
export function clusterNow(state, now) {
  return state.cluster ? Date.parse(state.cluster.at) + (now - state.answeredAt) : Date.now();
}

export function freshnessOf(state, now) {
  return freshness({ now, answeredAt: state.answeredAt, failed: state.failed, interval: state.interval });
}

export function mayOperate(state) {
  return state.who?.role === 'operate';
}

export function electionNamed(state, name) {
  return state.cluster?.elections.find((election) => election.name === name) ?? null;
}

/** Answers the last result again while the arguments are the same. */
export function remembering(compute) {
  let last = null;
  let result;
  return (...args) => {
    if (!last || args.some((arg, index) => arg !== last[index])) {
      result = compute(...args);
      last = args;
    }
    return result;
  };
}
