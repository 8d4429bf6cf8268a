// SPDX-License-Identifier: Apache-2.0
/** All elections: who leads, by which epoch, for how long still, and who is next. */

import { el, setAttribute, setClass, setText, show } from '../dom.js';
import { icon, reshape } from '../icons.js';
import { electionLink } from '../router.js';
import { searchElections } from '../search.js';
import { clusterNow, freshnessOf, remembering } from '../state.js';
import { plural, visible } from '../text.js';
import { age, duration } from '../time.js';
import { createWindowedList } from '../windowed.js';
import { createLease, createName, createGuarantee, emptinessOf } from './parts.js';

const ROW_HEIGHT = 58;
const NAMED_SUCCESSORS = 2;

const COLUMNS = [
  { title: 'Election', class: 'grow' },
  { title: 'Leader', class: 'leader' },
  { title: 'Epoch', class: 'number' },
  { title: 'Lease', class: 'wide secondary' },
  { title: 'Next in line', class: 'succession secondary' },
  { title: 'Hand-overs', class: 'number secondary' },
];

function createLeaderCell() {
  const glyph = icon('crown', 'good');
  const name = createName('bdi', 'name strong');
  const since = el('span', { class: 'quiet-text' });
  const cell = el('div', {}, el('span', { class: 'line' }, glyph, name.element), since);
  return {
    cell,
    update({ leader, candidates }, state, now) {
      if (leader) {
        const stale = freshnessOf(state, now).stale;
        reshape(glyph, 'crown', stale ? 'muted' : 'good');
        name.update(leader.node);
        setText(since, `${stale ? 'last seen, ' : ''}for ${age(clusterNow(state, now) - Date.parse(leader.since))}`);
        return;
      }
      const taking = candidates.find((candidate) => candidate.state === 'TAKING_OVER');
      reshape(glyph, 'triangle', 'bad');
      name.update('no leader');
      setText(since, taking ? `${visible(taking.node)} is taking over` : 'no node is taking over');
    },
  };
}

function createSuccessionCell() {
  const chips = Array.from({ length: NAMED_SUCCESSORS }, () => {
    const name = createName('bdi', 'name');
    const place = el('span', { class: 'place' });
    const element = el('li', { class: 'chip' }, place, name.element);
    return { element, name, place };
  });
  const more = el('li', { class: 'chip more' });
  const cell = el('div', {}, el('ol', { class: 'chips' }, ...chips.map((chip) => chip.element), more));
  return {
    cell,
    update({ leader, candidates }) {
      const waiting = candidates.filter((candidate) => candidate.node !== leader?.node);
      chips.forEach((chip, index) => {
        const candidate = waiting[index];
        show(chip.element, candidate !== undefined);
        if (candidate) {
          chip.name.update(candidate.node);
          setText(chip.place, candidate.eligible ? String(candidate.next ?? index + 1) : '–');
          setClass(chip.element, candidate.eligible ? 'chip' : 'chip out');
          setAttribute(chip.element, 'title', candidate.eligible ? undefined : 'not eligible');
        }
      });
      const rest = waiting.length - NAMED_SUCCESSORS;
      show(more, rest > 0);
      setText(more, `+${rest}`);
    },
  };
}

export function createElectionList({ store, open }) {
  const list = createWindowedList({
    label: 'Elections',
    className: 'elections',
    columns: COLUMNS,
    rowHeight: ROW_HEIGHT,
    key: (election) => election.name,
    onOpen: (election) => open(electionLink(election.name)),
    createRow,
  });

  function createRow() {
    const name = createName('a', 'name strong');
    name.element.tabIndex = -1;
    const guarantee = createGuarantee();
    const leader = createLeaderCell();
    const epoch = el('div', { class: 'epoch' });
    const lease = createLease();
    const succession = createSuccessionCell();
    const handOvers = el('span', { class: 'count' });
    const gap = el('span', { class: 'quiet-text' });
    let shownEpoch;
    return {
      cells: [
        el('div', {}, el('span', { class: 'line' }, name.element), guarantee.element),
        leader.cell,
        epoch,
        el('div', {}, lease.element),
        succession.cell,
        el('div', {}, handOvers, gap),
      ],
      update(election, row) {
        const state = store.get();
        const now = performance.now();
        name.update(election.name, electionLink(election.name));
        guarantee.update(election);
        leader.update(election, state, now);
        lease.update(election, state, now);
        succession.update(election);
        const current = election.leader?.epoch;
        setText(epoch, current === undefined ? '–' : String(current));
        setText(handOvers, election.handOvers.toLocaleString('en'));
        setText(gap, election.lastGapMs === undefined ? '' : `gap ${duration(election.lastGapMs)}`);
        row.classList.toggle('vacant', !election.leader);
        if (current !== undefined && shownEpoch !== undefined && shownEpoch !== current) {
          flash(row);
        }
        shownEpoch = current ?? shownEpoch;
      },
    };
  }

  const matching = remembering((elections, query, vacantOnly) => {
    const found = searchElections(elections, query, vacantOnly);
    // What has no leader comes first: it is what one looks for.
    return [...found.filter((election) => !election.leader), ...found.filter((election) => election.leader)];
  });
  const caption = el('p', { class: 'caption' });

  return {
    root: list.root,
    caption,
    focusFirst: list.focusFirst,
    update(state) {
      const { elections } = state.cluster;
      const found = matching(elections, state.route.query, state.route.vacantOnly);
      setText(
        caption,
        found.length === elections.length
          ? plural(elections.length, 'election')
          : `${found.length.toLocaleString('en')} of ${plural(elections.length, 'election')}`,
      );
      list.setItems(
        found,
        state.route.vacantOnly
          ? 'Every election has a leader.'
          : emptinessOf(state, 'election', 'No node stands in an election yet.'),
      );
      return found;
    },
  };
}

function flash(row) {
  row.classList.remove('changed');
  // Reading the layout lets the animation begin again.
  row.getBoundingClientRect();
  row.classList.add('changed');
}
