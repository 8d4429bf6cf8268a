// SPDX-License-Identifier: Apache-2.0
/** The work of the cluster: figures, task lists with their partitions, workers, what is on its way and what has no worker. */

import { el, setText, show as reveal } from '/assets/js/dom.js';
import { freshnessOf, mayOperate } from '/assets/js/state.js';
import { plural, visible } from '/assets/js/text.js';
import { duration } from '/assets/js/time.js';
import { panel } from '/assets/js/views/parts.js';
import { createTile } from '/assets/js/views/tiles.js';
import { createWindowedList } from '/assets/js/windowed.js';
import { openForecast } from '/assets/js/work/forecast.js';
import { createTaskLists } from '/assets/js/work/lists.js';
import { createWorkOperations } from '/assets/js/work/operations.js';
import { createOwners } from '/assets/js/work/owners.js';
import { createPlacements } from '/assets/js/work/placements.js';
import { createWorkers } from '/assets/js/work/workers.js';

const MAP_EVERY = 500;
const VIEW_EVERY = 2_000;
const GOOD = ['disc', 'good'];
const number = (value) => value.toLocaleString('en');

function figures(work) {
  const { assigned, partitions, moving, unassigned, skew, workers, coordinator } = work;
  const draining = workers.filter((worker) => worker.draining).length;
  const oldest = work.oldestUnassignedMs === undefined ? '' : `, the longest for ${duration(work.oldestUnassignedMs)}`;
  return {
    partitions: {
      value: number(assigned),
      total: `of ${number(partitions)}`,
      text: assigned === partitions ? 'all have a worker' : 'have a worker',
      shape: assigned === partitions ? GOOD : ['ring', 'muted'],
    },
    unassigned: {
      value: number(unassigned),
      text: unassigned === 0 ? 'none' : `without a worker${oldest}`,
      shape: unassigned === 0 ? GOOD : ['triangle', 'bad'],
    },
    moving: {
      value: number(moving),
      text: moving === 0 ? 'nothing is on its way' : 'being released',
      shape: moving === 0 ? GOOD : ['arrow', 'accent'],
    },
    skew: { value: number(skew), text: 'between most and fewest', shape: skew <= 1 ? GOOD : ['ring', 'muted'] },
    workers: {
      value: number(workers.length),
      text: draining === 0 ? 'none is draining' : `${number(draining)} draining`,
      shape: workers.length === 0 ? ['triangle', 'bad'] : GOOD,
    },
    coordinator: {
      value: coordinator ? visible(coordinator.node, 24) : 'none',
      text: coordinator
        ? `epoch ${coordinator.epoch}${coordinator.lastRoundMs === undefined ? '' : `, last round ${duration(coordinator.lastRoundMs)}`}`
        : 'nothing is given to others',
      shape: coordinator ? GOOD : ['triangle', 'bad'],
    },
  };
}

function createTiles() {
  const tiles = {
    partitions: createTile('Partitions'),
    unassigned: createTile('Unassigned'),
    moving: createTile('Moving'),
    skew: createTile('Skew'),
    workers: createTile('Workers'),
    coordinator: createTile('Coordinator'),
  };
  const root = el(
    'section',
    { class: 'tiles', attrs: { 'aria-label': 'Work at a glance' } },
    ...Object.values(tiles).map((tile) => tile.element),
  );
  return {
    root,
    update(work) {
      for (const [name, figure] of Object.entries(figures(work))) {
        tiles[name].update(figure);
      }
    },
  };
}

/** What is wrong, what is on its way, and what has no worker, as text. */
function createTroubles() {
  const columns = [{ title: 'Partition', class: 'grow' }, { title: 'What', class: 'grow' }];
  return createWindowedList({
    label: 'What is moving, and what has no worker',
    className: 'work-troubles',
    columns,
    rowHeight: 40,
    key: (entry) => entry.key ?? entry.partition,
    createRow() {
      const name = el('bdi', { class: 'name', attrs: { dir: 'auto' } });
      const what = el('div');
      return {
        cells: [el('div', {}, name), what],
        update(entry) {
          setText(name, visible(entry.partition));
          setText(what, visible(entry.what, 160));
          what.classList.toggle('error-text', entry.bad);
        },
      };
    },
  });
}

/** The buttons for what is chosen; those that cannot be used are absent. */
function createTools(subject, actions) {
  const element = el('div', { class: 'actions' });
  const buttons = actions.map(({ text, run }) =>
    el('button', { class: 'small', attrs: { type: 'button' }, text, on: { click: () => subject() && run(subject()) } }),
  );
  return {
    element,
    update() {
      const chosen = subject();
      const offered = buttons.filter((_, index) => chosen && actions[index].may(chosen));
      if (offered.length !== element.childElementCount || offered.some((button) => button.parentNode !== element)) {
        element.replaceChildren(...offered);
      }
    },
  };
}

function troubles({ moves, withoutWorker, problems = [] }) {
  const wrong = problems.map(({ subject, what, mend, damage }) => ({
    key: `problem ${subject} ${what}`,
    partition: subject,
    what: `${what}; ${mend}`,
    bad: damage,
  }));
  const lacking = withoutWorker.map(({ partition, reason }) => ({ partition, what: `no worker: ${reason}`, bad: true }));
  const known = new Set(lacking.map((entry) => entry.partition));
  const onTheWay = moves
    .filter((move) => !known.has(move.partition))
    .map(({ partition, from, to, state, reason }) => ({
      partition,
      what: `${state}: ${from ?? 'nowhere'} → ${to ?? 'nowhere'}${reason === undefined ? '' : `, because ${reason}`}`,
      bad: false,
    }));
  return [...wrong, ...lacking, ...onTheWay];
}

export function createView({ api }) {
  const owners = createOwners();
  const strips = new Map();
  let work = null;
  let chosen = null;
  let chosenList = null;
  let operable = false;
  let most = 0;
  let mapDue = 0;
  let viewDue = 0;
  let asking = false;
  let frame = 0;

  const tiles = createTiles();
  const caption = el('p', { class: 'caption', attrs: { role: 'status' } });
  const pointed = el('p', { class: 'caption pointed' });
  const operations = createWorkOperations({
    api,
    workers: () => (work?.workers ?? []).map(({ id }) => id),
    changed() {
      mapDue = 0;
      viewDue = 0;
    },
  });
  const lists = createTaskLists({
    owners,
    said: (text) => setText(pointed, text),
    strips,
    chosen: () => chosenList,
    choose(name, number) {
      chosenList = chosenList === name && number === undefined ? null : name;
      show();
      const list = listNamed(name);
      if (number !== undefined && operable && list && !list.retired) {
        operations.partition(list, number);
      }
    },
  });
  const workers = createWorkers({
    owners,
    most: () => most,
    chosen: () => chosen,
    choose(id) {
      chosen = chosen === id ? null : id;
      show();
    },
  });
  const trouble = createTroubles();
  const placements = createPlacements({ mayOperate: () => operable, lift: operations.lift });
  const listTools = createTools(() => chosenList && listNamed(chosenList), [
    { text: 'Partition…', run: (list) => operations.partition(list), may: (list) => operable && !list.retired && list.partitions > 0 },
    { text: 'Resize…', run: operations.resize, may: (list) => operable && !list.retired && !list.configured },
    { text: 'Retire…', run: operations.retire, may: (list) => operable && !list.retired && !list.configured },
  ]);
  const workerTools = createTools(() => work?.workers.find(({ id }) => id === chosen), [
    { text: 'If it left…', run: ({ id }) => openForecast(api, id), may: () => true },
    { text: 'Drain…', run: operations.drain, may: (worker) => operable && !worker.draining },
    { text: 'Resume…', run: operations.drain, may: (worker) => operable && worker.draining },
  ]);
  const placementPanel = panel('Pins and bans', { id: 'work-placements-title' }, placements.root);
  const root = el(
    'div',
    { class: 'view work' },
    tiles.root,
    panel('Task lists', { id: 'work-lists-title', tools: [caption, listTools.element, pointed] }, lists.root),
    el(
      'div',
      { class: 'work-below' },
      panel('Workers', { id: 'work-workers-title', tools: [workerTools.element] }, workers.root),
      panel('On its way', { id: 'work-troubles-title' }, trouble.root),
      placementPanel,
    ),
  );

  function listNamed(name) {
    return work?.domains.flatMap((domain) => domain.lists).find((list) => list.name === name);
  }

  function paint() {
    frame = 0;
    const highlight = chosen === null ? null : owners.workers().indexOf(chosen);
    let live = false;
    for (const [strip, name] of strips) {
      const list = owners.list(name);
      if (!strip.element.isConnected) {
        strips.delete(strip);
      } else if (list) {
        live = strip.paint(list, highlight, performance.now()) || live;
      }
    }
    if (live && root.isConnected) {
      paintSoon();
    }
  }

  function paintSoon() {
    frame ||= requestAnimationFrame(paint);
  }

  function show() {
    if (work) {
      most = Math.max(0, ...work.workers.map((worker) => worker.partitions));
      tiles.update(work);
      const all = work.domains.flatMap((domain) => domain.lists);
      setText(caption, `${plural(all.length, 'task list')} in ${plural(work.domains.length, 'domain')}`);
      lists.setItems(all, 'There is no task list: baton work lists create.');
      workers.setItems(
        [...work.workers].sort((one, other) => other.partitions - one.partitions || (one.id < other.id ? -1 : 1)),
        'There is no worker.',
      );
      trouble.setItems(troubles(work), 'Everything is where it belongs.');
      reveal(placementPanel, work.placements.length > 0);
      placements.setItems(work.placements, 'Every partition may be on every worker.');
      listTools.update();
      workerTools.update();
    }
    paintSoon();
  }

  async function ask(now) {
    asking = true;
    try {
      const since = owners.cursor();
      const map = await api.list(`/api/v1/work/map${since ? `?since=${encodeURIComponent(since)}` : ''}`);
      const changed = owners.take(map, performance.now());
      if (changed || now >= viewDue) {
        viewDue = now + VIEW_EVERY;
        work = await api.list('/api/v1/work');
        show();
      }
    } catch (error) {
      setText(caption, `No answer: ${visible(error.message, 120)}`);
    } finally {
      asking = false;
    }
  }

  return {
    root,
    focusFirst: lists.focusFirst,
    update(state, now) {
      if (operable !== mayOperate(state)) {
        operable = mayOperate(state);
        show();
      }
      if (now >= mapDue && !asking) {
        mapDue = now + MAP_EVERY;
        ask(now);
      }
      root.classList.toggle('stale', freshnessOf(state, now).stale);
      paintSoon();
    },
  };
}
