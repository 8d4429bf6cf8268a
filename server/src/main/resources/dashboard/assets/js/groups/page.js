// SPDX-License-Identifier: Apache-2.0
/** The consumer groups, and of the one in the address its members and its lag in every partition. */

import { count } from '/assets/js/amounts.js';
import { el, setText, show as reveal } from '/assets/js/dom.js';
import { formatRoute } from '/assets/js/router.js';
import { freshnessOf } from '/assets/js/state.js';
import { plural, visible } from '/assets/js/text.js';
import { panel } from '/assets/js/views/parts.js';
import { createTable } from '/assets/js/views/table.js';

const EVERY = 2_000;
/** In these states a group is not as it should stay. */
const UNSETTLED = new Set(['PreparingRebalance', 'CompletingRebalance', 'Assigning', 'Reconciling', 'Dead']);

function matching(groups, query) {
  return query ? groups.filter((it) => it.group.toLowerCase().includes(query.toLowerCase())) : groups;
}

function caption({ groups, unanswered }) {
  const missing = unanswered.length === 0 ? '' : `; no answer from ${unanswered.map((it) => visible(it, 40)).join(', ')}`;
  return `${plural(groups.length, 'group')}${missing}`;
}

function summary({ group, members }) {
  const assignor = group.assignor ? `, assignor ${visible(group.assignor, 40)}` : '';
  return `${visible(group.group, 60)}: ${visible(group.state, 40)}${assignor}, ${plural(members.length, 'member')}, lag ${count(group.lag)}`;
}

function createTables(open) {
  const list = createTable(
    'Consumer groups',
    'group-list',
    (it) => it.group,
    [
      { title: 'Group', class: 'grow', name: true, text: (it) => it.group },
      { title: 'State', class: 'medium', text: (it) => it.state, bad: (it) => UNSETTLED.has(it.state) },
      { title: 'Members', class: 'number', text: (it) => count(it.members) },
      { title: 'Lag', class: 'number', text: (it) => count(it.lag) },
      { title: 'Protocol', class: 'medium secondary', text: (it) => it.protocol },
      { title: 'Coordinator', class: 'medium secondary', text: (it) => it.coordinator },
    ],
    (it) => {
      open(formatRoute({ section: 'groups', name: it.group }));
    },
  );
  const members = createTable('Members', 'group-members', (it) => it.id, [
    { title: 'Client', class: 'grow', name: true, text: (it) => it.client },
    { title: 'Host', class: 'medium', text: (it) => it.host },
    { title: 'Partitions', class: 'number', text: (it) => count(it.partitions) },
    { title: 'Member', class: 'medium secondary', text: (it) => it.instance ?? it.id },
  ]);
  const partitions = createTable('Partitions', 'group-partitions', (it) => `${it.topic}\0${it.partition}`, [
    { title: 'Topic', class: 'grow', name: true, text: (it) => it.topic },
    { title: 'Partition', class: 'number', text: (it) => count(it.partition) },
    { title: 'Lag', class: 'number', text: (it) => count(it.lag) },
    { title: 'Committed', class: 'number secondary', text: (it) => count(it.committed) },
    { title: 'End', class: 'number secondary', text: (it) => count(it.end) },
    { title: 'Client', class: 'medium', text: (it) => it.client ?? 'none', bad: (it) => it.client === undefined && it.lag > 0 },
  ]);
  return { list, members, partitions };
}

export function createView({ api, open }) {
  let due = 0;
  let asking = false;
  let groups = [];
  let loaded = false;
  let query = '';
  let chosen = null;

  const listed = el('p', { class: 'caption', attrs: { role: 'status' } });
  const about = el('p', { class: 'caption' });
  const { list, members, partitions } = createTables(open);
  const memberPanel = panel('Members', { id: 'group-members-title' }, members.root);
  const partitionPanel = panel('Lag', { id: 'group-partitions-title', tools: [about] }, partitions.root);
  const root = el(
    'div',
    { class: 'view controller' },
    panel('Consumer groups', { id: 'groups-title', tools: [listed] }, list.root),
    partitionPanel,
    memberPanel,
  );

  function revealChosen() {
    reveal(memberPanel, chosen !== null);
    reveal(partitionPanel, chosen !== null);
  }
  revealChosen();

  function showGroups() {
    if (loaded) {
      list.setItems(
        matching(groups, query),
        query ? `No group matches “${visible(query)}”.` : 'No consumer has joined a group or committed an offset.',
      );
    }
  }

  async function showChosen() {
    const name = chosen;
    if (name === null) {
      return;
    }
    if (!groups.some((it) => it.group === name)) {
      setText(about, `There is no group ${visible(name)}.`);
      members.setItems([], 'It may have been deleted.');
      partitions.setItems([], 'It may have been deleted.');
      return;
    }
    const described = await api.list(`/api/v1/groups/describe?group=${encodeURIComponent(name)}`);
    if (name === chosen) {
      const clients = new Map(described.members.map((it) => [it.id, it.client]));
      setText(about, summary(described));
      members.setItems(described.members, 'It has no members.');
      partitions.setItems(
        described.partitions.map((it) => ({ ...it, client: clients.get(it.member) })),
        'It has neither partitions nor offsets.',
      );
    }
  }

  async function ask() {
    asking = true;
    try {
      const answer = await api.list('/api/v1/groups');
      groups = answer.groups;
      loaded = true;
      setText(listed, caption(answer));
      showGroups();
      await showChosen();
    } catch (error) {
      setText(listed, `No answer: ${visible(error.message, 120)}`);
    } finally {
      asking = false;
    }
  }

  return {
    root,
    focusFirst: list.focusFirst,
    update(state, now) {
      if (state.route.section === 'groups' && (state.route.name !== chosen || state.route.query !== query)) {
        chosen = state.route.name;
        query = state.route.query;
        due = 0;
        showGroups();
        revealChosen();
      }
      if (now >= due && !asking) {
        due = now + EVERY;
        ask();
      }
      root.classList.toggle('stale', freshnessOf(state, now).stale);
    },
  };
}
