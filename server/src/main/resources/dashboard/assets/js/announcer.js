// SPDX-License-Identifier: Apache-2.0
/** Says hand-overs to a screen reader; many at once become one sentence. */

import { plural, visible } from './text.js';

const QUIET_FOR = 400;
const ONE_BY_ONE = 3;

/** Pure: what to say of these hand-overs. */
export function sentence(elections) {
  if (elections.length > ONE_BY_ONE) {
    return `${plural(elections.length, 'election')} changed leader.`;
  }
  return elections
    .map(({ name, leader }) => `${visible(leader.node)} leads ${visible(name)} under epoch ${leader.epoch}.`)
    .join(' ');
}

export function createAnnouncer(region) {
  const waiting = new Map();
  let timer;
  return {
    handOvers(elections) {
      for (const election of elections) {
        waiting.set(election.name, election);
      }
      if (waiting.size > 0) {
        clearTimeout(timer);
        timer = setTimeout(() => {
          region.textContent = sentence([...waiting.values()]);
          waiting.clear();
        }, QUIET_FOR);
      }
    },
    say(text) {
      region.textContent = text;
    },
  };
}
