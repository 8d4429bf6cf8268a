// SPDX-License-Identifier: Apache-2.0
/** Who leads one election, and the buttons that change it. */

import { el, reconcile, setText, show } from '../dom.js';
import { icon } from '../icons.js';
import { nodeLink } from '../router.js';
import { clusterNow, freshnessOf } from '../state.js';
import { atLength, visible } from '../text.js';
import { age, moment } from '../time.js';
import { createLease, createName, panel } from './parts.js';

function createEndpoint() {
  const kind = el('dt');
  const address = el('dd', { class: 'mono' });
  return {
    element: el('div', {}, kind, address),
    update([name, value]) {
      setText(kind, visible(name));
      setText(address, atLength(value));
    },
  };
}

function createFacts(names) {
  const values = names.map(() => el('dd'));
  const element = el(
    'dl',
    { class: 'facts' },
    ...names.map((name, index) => el('div', {}, el('dt', { text: name }), values[index])),
  );
  return { element, values };
}

export function createLeaderCard({ operations }) {
  const name = createName('a', 'hero');
  const leaderLine = el('p', { class: 'hero-line' }, icon('crown', 'good'), name.element);
  const nobody = el('p', { class: 'hero-line bad' }, icon('triangle', 'bad'), el('span', { class: 'hero', text: 'No leader' }));
  const lease = createLease();
  const facts = createFacts(['Epoch', 'Since', 'Incarnation', 'Hand-overs']);
  const [epoch, since, incarnation, handOvers] = facts.values;
  epoch.className = 'epoch';
  incarnation.className = 'mono';
  const endpoints = el('dl', { class: 'facts' });
  const endpointParts = new Map();
  const actions = el('div', { class: 'actions' });
  const card = el('div', { class: 'card' }, leaderLine, nobody, lease.element, facts.element, endpoints, actions);
  const root = panel('Leader', { id: 'leader-title' }, card);
  let current = null;

  const button = (text, click) => el('button', { attrs: { type: 'button' }, text, on: { click } });
  const resign = button('Resign…', () => operations.resign(current));
  const transfer = button('Transfer…', () => operations.transfer(current));

  return {
    root,
    update(election, state, now, operable) {
      current = election;
      const { leader } = election;
      show(leaderLine, leader !== undefined);
      show(nobody, leader === undefined);
      show(facts.element, leader !== undefined);
      lease.update(election, state, now);
      // Not hidden but absent, for those who may not operate.
      const offered = operable && leader !== undefined;
      if (offered !== (resign.parentNode === actions)) {
        actions.replaceChildren(...(offered ? [resign, transfer] : []));
      }
      if (!leader) {
        endpoints.replaceChildren();
        endpointParts.clear();
        return;
      }
      transfer.disabled = !election.candidates.some((candidate) => candidate.eligible && candidate.node !== leader.node);
      name.update(leader.node, nodeLink(leader.node));
      setText(epoch, String(leader.epoch));
      const wall = clusterNow(state, now);
      const seen = freshnessOf(state, now).stale ? ' (last seen)' : '';
      setText(since, `${moment(leader.since, { now: wall })}, ${age(wall - Date.parse(leader.since))}${seen}`);
      setText(incarnation, visible(leader.incarnation ?? '–'));
      setText(handOvers, election.handOvers.toLocaleString('en'));
      reconcile(endpoints, endpointParts, Object.entries(leader.endpoints ?? {}), ([kind]) => kind, createEndpoint);
    },
  };
}
