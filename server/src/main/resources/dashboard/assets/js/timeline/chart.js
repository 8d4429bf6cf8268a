// SPDX-License-Identifier: Apache-2.0
/** Draws lanes of leaderships. Pointer or keyboard pick one, and its details appear below. */

import { el, reconcile, setAttribute, setClass, setText, svg } from '../dom.js';
import { remembering } from '../state.js';
import { visible } from '../text.js';
import { duration } from '../time.js';
import { describe, tickLabel } from './describe.js';
import { nearest, place, ticks, timeRange } from './layout.js';

const LANE = 34;
const BAR = 22;
const AXIS = 22;
const GUTTER = 132;
const CHARACTER = 6.6;
const SECOND = 1000;
const HINT = 'Point at a leadership, or move through them with the arrow keys.';
const RANGES = [
  ['5 min', 300 * SECOND],
  ['1 h', 3600 * SECOND],
  ['24 h', 86_400 * SECOND],
  ['All', null],
];

let charts = 0;

function createRangePicker(onPick) {
  charts += 1;
  const group = `range-${charts}`;
  const options = RANGES.map(([label, length]) => {
    const attrs = { type: 'radio', name: group, checked: length === null };
    const input = el('input', { attrs, on: { change: () => onPick(length) } });
    return el('label', {}, input, el('span', { text: label }));
  });
  return el('fieldset', { class: 'segments' }, el('legend', { class: 'hidden', text: 'Time shown' }), ...options);
}

function fitting(text, width) {
  return text.length * CHARACTER + 12 <= width ? text : '';
}

function barText(lane, item) {
  if (item.kind === 'gap') {
    return '';
  }
  const { node, epoch } = item.record;
  const options = lane.named ? [`${visible(node)} · epoch ${epoch}`, visible(node)] : [`epoch ${epoch}`, String(epoch)];
  return options.map((text) => fitting(text, item.width)).find(Boolean) ?? '';
}

/**
 * @param label what the chart shows
 * @param hueOf node → number of its colour
 */
export function createTimeline({ label, hueOf }) {
  const grid = svg('g', { class: 'grid', attrs: { 'aria-hidden': 'true' } });
  const body = svg('g', {});
  const attrs = { role: 'listbox', 'aria-label': label, 'aria-orientation': 'horizontal' };
  const chart = svg('svg', { class: 'chart', attrs }, grid, body);
  const [what, when, why] = ['strong', 'span', 'span'].map((tag) => el(tag));
  const details = el('p', { class: 'details', attrs: { 'aria-hidden': 'true' } }, what, when, why);
  const canvas = el('div', {}, chart);
  const frame = el('div', { class: 'timeline' }, canvas, details);

  const gridParts = new Map();
  const laneParts = new Map();
  let length = null;
  let picked = null;
  let shown = { lanes: [], now: 0 };

  const idOf = (lane, item) => `${lane.id}\0${item.id}`;
  const picker = createRangePicker((chosen) => {
    length = chosen;
    render();
  });

  function createTick() {
    const line = svg('line', { attrs: { y1: 0 } });
    const text = svg('text', {});
    return {
      element: svg('g', {}, line, text),
      update(tick) {
        const x = GUTTER + tick.x;
        setAttribute(line, 'x1', x);
        setAttribute(line, 'x2', x);
        setAttribute(line, 'y2', tick.height);
        setAttribute(text, 'x', x + 4);
        setAttribute(text, 'y', tick.height + 15);
        setText(text, tickLabel(tick));
      },
    };
  }

  function createItem() {
    const rect = svg('rect');
    const text = svg('text', { attrs: { y: LANE / 2 + 4 } });
    const element = svg('g', { attrs: { role: 'option' } }, rect, text);
    return {
      element,
      update({ lane, item, now, tabbable }) {
        element.place = { lane, item };
        const chosen = picked === idOf(lane, item);
        const open = item.record.to === undefined && item.kind === 'leadership';
        const tone = item.kind === 'gap' ? 'gap' : `leadership hue-${hueOf(item.record.node)}${open ? ' open' : ''}`;
        setClass(element, `${tone}${chosen ? ' picked' : ''}`);
        setAttribute(rect, 'x', item.x.toFixed(1));
        setAttribute(rect, 'width', item.width.toFixed(1));
        setAttribute(rect, 'height', item.kind === 'gap' ? BAR + 6 : BAR);
        setAttribute(rect, 'y', item.kind === 'gap' ? (LANE - BAR) / 2 - 3 : (LANE - BAR) / 2);
        setAttribute(rect, 'rx', item.kind === 'gap' ? 1.5 : 4);
        setAttribute(text, 'x', (item.x + (item.kind === 'gap' ? item.width + 5 : 8)).toFixed(1));
        setText(text, item.label ?? barText(lane, item));
        setAttribute(element, 'tabindex', tabbable ? 0 : -1);
        setAttribute(element, 'aria-selected', String(chosen));
        setAttribute(element, 'aria-label', describe(item, now).filter(Boolean).join('; '));
      },
    };
  }

  function createLane() {
    const label = svg('text', { class: 'lane-label', attrs: { x: 0, y: LANE / 2 + 4 } });
    const line = svg('line', { class: 'lane-line', attrs: { x1: 0 } });
    const items = svg('g', { attrs: { transform: `translate(${GUTTER} 0)` } });
    const parts = new Map();
    return {
      element: svg('g', { attrs: { role: 'group' } }, line, label, items),
      update({ lane, index, placed, width, now, first }) {
        setAttribute(this.element, 'transform', `translate(0 ${index * LANE})`);
        setAttribute(this.element, 'aria-label', visible(lane.label));
        setAttribute(line, 'x2', GUTTER + width);
        setText(label, visible(lane.label, 17));
        const entries = placed.map((item) => {
          const id = idOf(lane, item);
          return { id, lane, item, now, tabbable: id === first };
        });
        reconcile(items, parts, entries, (entry) => entry.id, createItem);
      },
    };
  }

  /** The length of a gap beside it, unless the next one begins there. */
  function labelled(placed, width) {
    const gaps = placed.filter((item) => item.kind === 'gap');
    return placed.map((item) => {
      if (item.kind !== 'gap' || placed.length !== gaps.length) {
        return item;
      }
      const text = duration(item.record.gapMs);
      const room = (gaps[gaps.indexOf(item) + 1]?.x ?? width) - item.x - item.width;
      return { ...item, label: fitting(text, room) };
    });
  }

  const draw = remembering((lanes, second, width, range, pick) => {
    const now = second * SECOND;
    const time = timeRange(lanes, now, range);
    const height = lanes.length * LANE;
    setAttribute(chart, 'height', height + AXIS);
    setAttribute(chart, 'width', GUTTER + width);
    const marks = ticks(time, width).map((tick) => ({ ...tick, height }));
    reconcile(grid, gridParts, marks, (tick) => tick.at, createTick);
    const rows = lanes.map((lane) => ({ lane, placed: labelled(place(lane.items, time, width), width) }));
    const ids = rows.flatMap(({ lane, placed }) => placed.map((item) => idOf(lane, item)));
    const first = ids.includes(pick) ? pick : ids[0];
    reconcile(
      body,
      laneParts,
      rows.map((row, index) => ({ ...row, index, width, now, first })),
      (row) => row.lane.id,
      createLane,
    );
  });

  function render() {
    const width = Math.max(120, canvas.clientWidth - GUTTER - 1);
    draw(shown.lanes, Math.floor(shown.now / SECOND), width, length, picked);
    explain();
  }

  function explain() {
    const items = shown.lanes.flatMap((lane) => lane.items.filter((item) => idOf(lane, item) === picked));
    const texts = items.length > 0 ? describe(items[0], shown.now) : ['', HINT, ''];
    [what, when, why].forEach((element, index) => setText(element, texts[index]));
  }

  function pick(place) {
    picked = place ? idOf(place.lane, place.item) : null;
    render();
  }

  function neighbour({ lane, item }, key) {
    const at = lane.items.findIndex((other) => other.id === item.id);
    const laneAt = shown.lanes.findIndex((other) => other.id === lane.id);
    switch (key) {
      case 'ArrowLeft':
        return { lane, item: lane.items[at - 1] };
      case 'ArrowRight':
        return { lane, item: lane.items[at + 1] };
      case 'Home':
        return { lane, item: lane.items[0] };
      case 'End':
        return { lane, item: lane.items.at(-1) };
      case 'ArrowUp':
      case 'ArrowDown': {
        const next = shown.lanes[laneAt + (key === 'ArrowUp' ? -1 : 1)];
        return next && { lane: next, item: nearest(next, item) };
      }
      default:
        return null;
    }
  }

  function onKey(event) {
    const option = event.target.closest('[role=option]');
    const next = option && neighbour(option.place, event.key);
    if (next === null || next === undefined) {
      return;
    }
    event.preventDefault();
    if (next.item) {
      pick(next);
      [...body.querySelectorAll('[role=option]')].find((one) => one.getAttribute('aria-selected') === 'true')?.focus();
    }
  }

  const optionAt = (event) => event.target.closest('[role=option]')?.place;
  chart.addEventListener('keydown', onKey);
  chart.addEventListener('pointerover', (event) => optionAt(event) && pick(optionAt(event)));
  chart.addEventListener('focusin', (event) => optionAt(event) && pick(optionAt(event)));
  new ResizeObserver(render).observe(canvas);

  return {
    root: frame,
    picker,
    update(lanes, now) {
      shown = { lanes, now };
      render();
    },
  };
}
