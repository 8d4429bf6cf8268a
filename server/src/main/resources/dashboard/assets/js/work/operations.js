// SPDX-License-Identifier: Apache-2.0
/** What an operator may do to the work: each is confirmed, done by the coordinator, and told in its words. */

import { openConfirmation } from '../confirmation.js';
import { el, setText, show } from '../dom.js';
import { plural, visible } from '../text.js';

const PATH = '/api/v1/work';

/** What can be done with one partition: its name, whether a worker is chosen, and the request. */
const PARTITION_ACTIONS = [
  { id: 'move', text: 'Move to', toWorker: true, body: (partition, worker) => ({ partition, to: worker }) },
  { id: 'pin', text: 'Pin to', toWorker: true, body: (partition, worker) => ({ partition, worker }) },
  { id: 'unpin', text: 'Unpin', toWorker: false, body: (partition) => ({ partition }) },
  { id: 'ban', text: 'Ban from', toWorker: true, body: (partition, worker) => ({ partition, worker }) },
  { id: 'unban', text: 'Lift the ban from', toWorker: true, body: (partition, worker) => ({ partition, worker }) },
];

function bold(text) {
  return el('bdi', { class: 'strong', text: visible(text) });
}

function field(id, label, input) {
  input.id = id;
  return el('p', { class: 'field' }, el('label', { attrs: { for: id }, text: label }), input);
}

function choice(options, chosen) {
  return el(
    'select',
    { attrs: { required: true } },
    ...options.map(([value, text]) => el('option', { attrs: { value, selected: value === chosen }, text })),
  );
}

function numberInput(value, max) {
  return el('input', { attrs: { type: 'number', min: 0, max, step: 1, required: true, value } });
}

/** @param workers the ids of those that are there */
export function createWorkOperations({ api, workers, changed }) {
  function confirm({ title, body, label, danger, request }) {
    openConfirmation({
      title,
      body,
      label,
      danger,
      perform() {
        const [operation, content] = request();
        return api.operate(`${PATH}/${operation}`, content);
      },
      told: ({ outcome, by }) => `Done by ${visible(by)}: ${visible(outcome, 300)}.`,
      lookAt: 'the page',
      changed,
    });
  }

  return {
    drain(worker) {
      const ends = worker.draining;
      confirm({
        title: ends ? 'Resume' : 'Drain',
        body: [
          ends
            ? el('p', {}, 'Let ', bold(worker.id), ' take partitions again?')
            : el('p', {}, 'Ask ', bold(worker.id), ` to give away its ${plural(worker.partitions, 'partition')}, one by one? Others take them over.`),
        ],
        label: ends ? 'Resume' : 'Drain',
        danger: !ends,
        request: () => ['drain', { worker: worker.id, draining: !ends }],
      });
    },

    /** @param number the partition that was pointed at */
    partition(list, number = 0) {
      const which = numberInput(number, list.partitions - 1);
      const action = choice(PARTITION_ACTIONS.map(({ id, text }) => [id, text]), 'move');
      const worker = choice(workers().map((id) => [id, visible(id)]));
      const workerField = field('partition-worker', 'Worker', worker);
      const note = el('p', { class: 'quiet-text' });
      const chosen = () => PARTITION_ACTIONS.find(({ id }) => id === action.value);
      function explain() {
        show(workerField, chosen().toWorker);
        worker.disabled = !chosen().toWorker;
        setText(note, action.value === 'move' ? 'The balance is kept, so another partition may move back. Pin it to keep it there.' : '');
      }
      action.addEventListener('change', explain);
      explain();
      confirm({
        title: 'Partition',
        body: [
          el('p', {}, 'Say where a partition of ', bold(list.name), ' belongs.'),
          field('partition-number', `Partition, from 0 to ${list.partitions - 1}`, which),
          field('partition-action', 'What to do', action),
          workerField,
          note,
        ],
        label: 'Do it',
        danger: true,
        request: () => [action.value, chosen().body(`${list.name}/${Number(which.value)}`, worker.value)],
      });
    },

    resize(list) {
      const count = numberInput(list.partitions, 1_000_000);
      const warning = el('p', { class: 'warning', attrs: { role: 'alert' } });
      function explain() {
        const shrinks = count.value !== '' && Number(count.value) < list.partitions;
        show(warning, shrinks);
        setText(warning, shrinks ? `Partitions from ${Number(count.value)} on are released, and not given out again. What is in them is not moved to others.` : '');
      }
      count.addEventListener('input', explain);
      explain();
      confirm({
        title: 'Resize',
        body: [el('p', {}, 'Change how many partitions ', bold(list.name), ' has.'), field('list-partitions', 'Partitions', count), warning],
        label: 'Resize',
        danger: true,
        request() {
          const partitions = Number(count.value);
          return ['change-list', { list: list.name, partitions, ...(partitions < list.partitions ? { shrink: true } : {}) }];
        },
      });
    },

    retire(list) {
      confirm({
        title: 'Retire',
        body: [
          el('p', {}, 'Retire ', bold(list.name), `? Its ${plural(list.partitions, 'partition')} are released, and not given out again until it is created anew.`),
        ],
        label: 'Retire',
        danger: true,
        request: () => ['retire-list', { list: list.name }],
      });
    },

    lift({ kind, what, worker }) {
      const pin = kind === 'pin';
      // A task list is domain/name, a partition has a number behind that.
      const subject = what.split('/').length === 2 ? { list: what } : { partition: what };
      confirm({
        title: pin ? 'Unpin' : 'Lift the ban',
        body: [
          pin
            ? el('p', {}, 'Let ', bold(what), ' be on any worker again?')
            : el('p', {}, 'Let ', bold(what), ' be on ', bold(worker), ' again?'),
        ],
        label: pin ? 'Unpin' : 'Lift the ban',
        danger: false,
        request: () => (pin ? ['unpin', subject] : ['unban', { ...subject, worker }]),
      });
    },
  };
}
