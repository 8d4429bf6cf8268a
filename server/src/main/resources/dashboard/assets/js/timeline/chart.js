// SPDX-License-Identifier: Apache-2.0
/** Draws lanes of leaderships. Pointer or keyboard pick one, and its details appear below. */

import { el, setAttribute, setText, svg } from '../dom.js';
import { remembering } from '../state.js';
import { describe } from './describe.js';
import { createDrawing, GUTTER, idOf } from './drawing.js';
import { nearest, timeRange } from './layout.js';

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

/**
 * @param label what the chart shows
 * @param hueOf node → number of its colour
 */
export function createTimeline({ label, hueOf }) {
  const drawing = createDrawing(hueOf);
  const attrs = { role: 'listbox', 'aria-label': label, 'aria-orientation': 'horizontal' };
  const chart = svg('svg', { class: 'chart', attrs }, drawing.grid, drawing.body);
  const [what, when, why] = ['strong', 'span', 'span'].map((tag) => el(tag));
  const details = el('p', { class: 'details', attrs: { 'aria-hidden': 'true' } }, what, when, why);
  const canvas = el('div', {}, chart);
  const frame = el('div', { class: 'timeline' }, canvas, details);

  let length = null;
  let picked = null;
  let shown = { lanes: [], now: 0 };

  const picker = createRangePicker((chosen) => {
    length = chosen;
    render();
  });

  const draw = remembering((lanes, second, width, range, chosen) => {
    const now = second * SECOND;
    const height = drawing.draw({ lanes, time: timeRange(lanes, now, range), width, now, picked: chosen });
    setAttribute(chart, 'height', height);
    setAttribute(chart, 'width', GUTTER + width);
  });

  function render() {
    const width = Math.max(120, canvas.clientWidth - GUTTER - 1);
    draw(shown.lanes, Math.ceil(shown.now / SECOND), width, length, picked);
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
      [...drawing.body.querySelectorAll('[role=option]')].find((one) => one.getAttribute('aria-selected') === 'true')?.focus();
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
