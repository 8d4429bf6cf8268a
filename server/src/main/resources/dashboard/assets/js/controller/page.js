// SPDX-License-Identifier: Apache-2.0
/** The controller: who leads its group, which members vote, how far each has come, and whether their states are equal. */

import { el, setText } from '/assets/js/dom.js';
import { freshnessOf } from '/assets/js/state.js';
import { plural, visible, words } from '/assets/js/text.js';
import { duration } from '/assets/js/time.js';
import { panel } from '/assets/js/views/parts.js';
import { createTile } from '/assets/js/views/tiles.js';
import { createTable } from '/assets/js/views/table.js';

const EVERY = 1_000;
/** As long as this the group's leader has not heard from a member that is well. */
const SILENT = 5_000;
const LARGE_LAG = 1_000;
const GOOD = ['disc', 'good'];
const BAD = ['triangle', 'bad'];
const UNKNOWN = ['ring', 'muted'];
const number = (value) => value.toLocaleString('en');
const orDash = (value) => (value === undefined ? '–' : number(value));

const STATES = {
  EQUAL: { value: 'equal', text: 'at the same entry', shape: GOOD },
  DIFFERENT: { value: 'different', text: 'at the same entry: see baton doctor', shape: BAD },
  NOT_COMPARED: { value: 'not compared', text: 'no two were at the same entry', shape: UNKNOWN },
};

function votersText(voters) {
  const bearable = Math.floor((voters - 1) / 2);
  return `${voters === 1 ? '1 votes' : `${number(voters)} vote`}: ${bearable === 0 ? 'none may be lost' : `${number(bearable)} may be lost`}`;
}

function lagUnknown(group) {
  return group.members.length === 1 ? 'no other member' : 'known to the leader alone';
}

/** Pure: the group in figures. */
function figures({ group, report }) {
  const answering = group.members.filter((member) => member.answers).length;
  const voters = group.members.filter((member) => member.role !== 'LISTENER').length;
  const lags = group.members.map((member) => member.lag).filter((lag) => lag !== undefined);
  const lag = Math.max(0, ...lags);
  return {
    leader: {
      value: group.leader === undefined ? 'none' : visible(group.leader, 24),
      text: group.leader === undefined ? 'no majority answers' : `term ${number(group.term)}`,
      shape: group.leader === undefined ? BAD : GOOD,
    },
    members: {
      value: number(answering),
      total: `of ${number(group.members.length)} answer`,
      text: votersText(voters),
      shape: answering === group.members.length ? GOOD : BAD,
    },
    lag: {
      value: lags.length === 0 ? '–' : number(lag),
      text: lags.length === 0 ? lagUnknown(group) : lag === 0 ? 'none is behind' : 'entries, of the last one',
      shape: lags.length === 0 ? UNKNOWN : lag > LARGE_LAG ? BAD : GOOD,
    },
    states: STATES[group.states] ?? { value: visible(group.states, 24), text: '', shape: UNKNOWN },
    log: {
      value: number(report.applied),
      total: `of ${number(group.committed)}`,
      text: report.snapshot < 0 ? 'no snapshot yet' : `snapshot at ${number(report.snapshot)}`,
      shape: report.applied >= group.committed ? GOOD : ['arrow', 'accent'],
    },
    topics: {
      value: number(report.topics),
      total: report.topics === 1 ? 'topic' : 'topics',
      text: `${plural(report.partitions, 'partition')} in ${plural(report.groups, 'group')}`,
      shape: GOOD,
      href: '#/topics',
    },
  };
}

function createTiles() {
  const tiles = {
    leader: createTile('Leader'),
    members: createTile('Members'),
    lag: createTile('Lag'),
    states: createTile('States'),
    log: createTile('Applied'),
    topics: createTile('Topics'),
  };
  const root = el(
    'section',
    { class: 'tiles', attrs: { 'aria-label': 'The controller at a glance' } },
    ...Object.values(tiles).map((tile) => tile.element),
  );
  return {
    root,
    update(shown) {
      for (const [name, figure] of Object.entries(figures(shown))) {
        tiles[name].update(figure);
      }
    },
  };
}

/** Pure: how a member is, in a word or two. */
function condition(member) {
  if (member.ended !== undefined) {
    return { text: `ended: ${member.ended}`, bad: true };
  }
  if (member.differs) {
    return { text: 'another state', bad: true };
  }
  if (member.silentMillis >= SILENT) {
    return { text: `silent for ${duration(member.silentMillis)}`, bad: true };
  }
  return member.answers ? { text: 'well', bad: false } : { text: 'no answer', bad: true };
}

function nodeState(node) {
  const states = [node.fenced && 'fenced', node.draining && 'draining'].filter(Boolean);
  return { text: states.length === 0 ? 'up' : states.join(', '), bad: node.fenced };
}

export function createView({ api }) {
  let due = 0;
  let asking = false;
  const tiles = createTiles();
  const caption = el('p', { class: 'caption', attrs: { role: 'status' } });
  const members = createTable('Members', 'controller-members', (member) => member.node, [
    { title: 'Member', class: 'grow', name: true, text: (member) => member.node },
    { title: 'Role', class: 'medium', text: (member) => words(member.role) },
    { title: 'Is', class: 'medium', text: (member) => condition(member).text, bad: (member) => condition(member).bad },
    { title: 'Lag', class: 'number', text: (member) => orDash(member.lag), bad: (member) => member.lag > LARGE_LAG },
    { title: 'Applied', class: 'number secondary', text: (member) => orDash(member.applied) },
    { title: 'Snapshot', class: 'number secondary', text: (member) => (member.snapshot === -1 ? 'none' : orDash(member.snapshot)) },
    { title: 'Address', class: 'medium secondary', text: (member) => member.address },
  ]);
  const nodes = createTable('Nodes', 'controller-nodes', (node) => node.id, [
    { title: 'Node', class: 'grow', name: true, text: (node) => node.id },
    { title: 'Is', class: 'medium', text: (node) => nodeState(node).text, bad: (node) => nodeState(node).bad },
    { title: 'Replicas', class: 'number', text: (node) => number(node.replicas) },
    { title: 'Leads', class: 'number', text: (node) => number(node.leads) },
    { title: 'Should lead', class: 'number secondary', text: (node) => number(node.preferred) },
    { title: 'Zone', class: 'medium secondary', text: (node) => node.zone || '–' },
    { title: 'Epoch', class: 'number secondary', text: (node) => number(node.epoch) },
  ]);
  const root = el(
    'div',
    { class: 'view controller' },
    tiles.root,
    panel('Members of the group', { id: 'controller-members-title', tools: [caption] }, members.root),
    panel('Registered nodes', { id: 'controller-nodes-title' }, nodes.root),
  );

  async function ask() {
    asking = true;
    try {
      const [report, group] = await Promise.all([
        api.list('/api/v1/controller'),
        api.list('/api/v1/controller/members'),
      ]);
      tiles.update({ report, group });
      members.setItems(group.members, 'This node is in no group yet.');
      nodes.setItems(report.nodes, 'No node is registered.');
      setText(caption, `as ${visible(group.node, 40)} says`);
    } catch (error) {
      setText(caption, `No answer: ${visible(error.message, 120)}`);
    } finally {
      asking = false;
    }
  }

  return {
    root,
    focusFirst: members.focusFirst,
    update(state, now) {
      if (now >= due && !asking) {
        due = now + EVERY;
        ask();
      }
      root.classList.toggle('stale', freshnessOf(state, now).stale);
    },
  };
}
