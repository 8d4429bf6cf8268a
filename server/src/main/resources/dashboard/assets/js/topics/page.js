// SPDX-License-Identifier: Apache-2.0
/** The topics with their sizes, rates and lag, and the partitions of the one in the address. */

import { bytes, bytesPerSecond, count, perSecond } from '/assets/js/amounts.js';
import { el, setText, show as reveal } from '/assets/js/dom.js';
import { formatRoute } from '/assets/js/router.js';
import { freshnessOf } from '/assets/js/state.js';
import { plural, visible } from '/assets/js/text.js';
import { createFigures } from '/assets/js/topics/figures.js';
import { panel } from '/assets/js/views/parts.js';
import { createTable } from '/assets/js/views/table.js';

/** How often this node is asked whether anything has changed, which costs it nothing. */
const LOOK_EVERY = 500;
/** Leaders may have changed without a change that was seen, after a reset. */
const READ_EVERY = 5_000;
const MAX_PARTITIONS = 1_000;

function matching(topics, query) {
  return query ? topics.filter((topic) => topic.name.toLowerCase().includes(query.toLowerCase())) : topics;
}

function settings(config) {
  return Object.entries(config)
    .map(([key, value]) => `${key} = ${value}`)
    .join(', ');
}

function createTables(figures, open) {
  const list = createTable(
    'Topics',
    'topic-list',
    (topic) => topic.name,
    [
      { title: 'Topic', class: 'grow', name: true, text: (topic) => topic.name },
      { title: 'Partitions', class: 'number secondary', text: (topic) => count(topic.partitions) },
      {
        title: 'No leader',
        class: 'number',
        text: (topic) => count(topic.leaderless),
        bad: (topic) => topic.leaderless > 0,
      },
      { title: 'Lag', class: 'number', text: (topic) => count(figures.lag(topic.name)) },
      { title: 'Size', class: 'number', text: (topic) => bytes(figures.topic(topic.name)?.sizeBytes) },
      { title: 'Records in', class: 'number secondary', text: (topic) => perSecond(figures.topic(topic.name)?.recordsInPerSecond) },
      { title: 'Bytes in', class: 'number secondary', text: (topic) => bytesPerSecond(figures.topic(topic.name)?.bytesInPerSecond) },
      { title: 'Replicas', class: 'number secondary', text: (topic) => count(topic.replicationFactor) },
      { title: 'Settings', class: 'medium secondary', text: (topic) => settings(topic.config) || '–' },
    ],
    (topic) => {
      open(formatRoute({ section: 'topics', name: topic.name }));
    },
  );
  const of = (it) => figures.partition(it.partition);
  const partitions = createTable('Partitions', 'topic-partitions', (it) => String(it.partition), [
    { title: 'Partition', class: 'number', text: (it) => count(it.partition) },
    { title: 'Leader', class: 'grow', name: true, text: (it) => it.leader ?? 'none', bad: (it) => it.leader === undefined },
    { title: 'Epoch', class: 'number secondary', text: (it) => count(it.leaderEpoch) },
    { title: 'Replicas', class: 'grow', text: (it) => it.replicas.join(', ') },
    { title: 'Start', class: 'number secondary', text: (it) => count(of(it)?.startOffset) },
    { title: 'End', class: 'number secondary', text: (it) => count(of(it)?.endOffset) },
    { title: 'Size', class: 'number', text: (it) => bytes(of(it)?.sizeBytes) },
    { title: 'Records in', class: 'number secondary', text: (it) => perSecond(of(it)?.recordsInPerSecond) },
    { title: 'Bytes in', class: 'number secondary', text: (it) => bytesPerSecond(of(it)?.bytesInPerSecond) },
    { title: 'Group', class: 'number secondary', text: (it) => count(it.group) },
  ]);
  return { list, partitions };
}

export function createView({ api, open }) {
  let version = -1;
  let lookDue = 0;
  let readDue = 0;
  let asking = false;
  let topics = [];
  let query = '';
  let chosen = null;

  const caption = el('p', { class: 'caption', attrs: { role: 'status' } });
  const about = el('p', { class: 'caption' });
  const figures = createFigures({ api, limit: MAX_PARTITIONS });
  const { list, partitions } = createTables(figures, open);
  const partitionPanel = panel('Partitions', { id: 'topic-partitions-title', tools: [about] }, partitions.root);
  const root = el(
    'div',
    { class: 'view controller' },
    panel('Topics', { id: 'topics-title', tools: [caption] }, list.root),
    partitionPanel,
  );
  let described = null;
  let index = 0;
  reveal(partitionPanel, false);

  function showTopics() {
    const found = matching(topics, query);
    list.setItems(found, query ? `No topic matches “${visible(query)}”.` : 'There is no topic: baton topics create.');
  }

  function showCaption() {
    const missing = figures.problem() === null ? '' : `; no figures: ${visible(figures.problem(), 80)}`;
    setText(caption, `${plural(topics.length, 'topic')}, as of entry ${count(index)}${missing}`);
  }

  function showDescribed() {
    if (described !== null && described.topic.name === chosen) {
      partitions.setItems(described.partitions.slice(), 'It has no partitions.');
    }
  }

  async function readPartitions() {
    reveal(partitionPanel, chosen !== null);
    if (chosen === null) {
      return;
    }
    const name = chosen;
    const known = topics.find((topic) => topic.name === name);
    if (!known) {
      described = null;
      setText(about, `There is no topic ${visible(name)}.`);
      partitions.setItems([], 'It may have been deleted.');
      return;
    }
    const path = `/api/v1/local/topics/${encodeURIComponent(name)}?limit=${MAX_PARTITIONS}`;
    const answer = await api.list(path);
    if (name === chosen) {
      const more = known.partitions > MAX_PARTITIONS ? `, the first ${count(MAX_PARTITIONS)} of them` : '';
      setText(about, `${visible(name, 60)}: ${plural(answer.topic.partitions, 'partition')}${more}`);
      described = answer;
      showDescribed();
    }
  }

  async function ask(now) {
    asking = true;
    try {
      const changes = await api.list(`/api/v1/controller/changes?since=${Math.max(0, version)}`);
      if (version < 0 || changes.reset || changes.version !== version || now >= readDue) {
        readDue = now + READ_EVERY;
        const answer = await api.list('/api/v1/local/topics');
        version = answer.version;
        topics = answer.topics;
        index = answer.index;
        showCaption();
        showTopics();
        await readPartitions();
      }
    } catch (error) {
      setText(caption, `No answer: ${visible(error.message, 120)}`);
    } finally {
      asking = false;
    }
  }

  async function askFigures(now) {
    if (version >= 0 && (await figures.refresh(now, chosen))) {
      showCaption();
      showTopics();
      showDescribed();
    }
  }

  return {
    root,
    focusFirst: list.focusFirst,
    update(state, now) {
      if (state.route.section === 'topics' && (state.route.name !== chosen || state.route.query !== query)) {
        chosen = state.route.name;
        query = state.route.query;
        lookDue = 0;
        readDue = 0;
        showTopics();
        reveal(partitionPanel, chosen !== null);
      }
      if (now >= lookDue && !asking) {
        lookDue = now + LOOK_EVERY;
        ask(now);
      }
      askFigures(now);
      root.classList.toggle('stale', freshnessOf(state, now).stale);
    },
  };
}
