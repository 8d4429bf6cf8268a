// SPDX-License-Identifier: Apache-2.0
/** The marks of a timeline, as elements that stay the same while time goes on. */

import { reconcile, setAttribute, setClass, setText, svg } from '../dom.js';
import { visible } from '../text.js';
import { duration } from '../time.js';
import { describe, tickLabel } from './describe.js';
import { place, ticks } from './layout.js';

export const GUTTER = 132;
const LANE = 34;
const BAR = 22;
/** How much a gap stands out above and below the bars. */
const PROUD = 3;
const AXIS = 22;
const CHARACTER = 6.6;

export const idOf = (lane, item) => `${lane.id}\0${item.id}`;

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

/** The length of a gap beside it, unless the next one begins there; in a lane of bars there is no room for it. */
function labelled(placed, width) {
  const gaps = placed.filter((item) => item.kind === 'gap');
  if (gaps.length < placed.length) {
    return placed;
  }
  return gaps.map((gap, index) => {
    const room = (gaps[index + 1]?.x ?? width) - gap.x - gap.width;
    return { ...gap, label: fitting(duration(gap.record.gapMs), room) };
  });
}

function createTick() {
  const line = svg('line', { attrs: { y1: 0 } });
  const text = svg('text');
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

function shapeGap(rect, text, item) {
  setAttribute(rect, 'y', (LANE - BAR) / 2 - PROUD);
  setAttribute(rect, 'height', BAR + 2 * PROUD);
  setAttribute(rect, 'rx', 1.5);
  setAttribute(text, 'x', (item.x + item.width + 5).toFixed(1));
  setText(text, item.label ?? '');
}

function shapeLeadership(rect, text, lane, item) {
  setAttribute(rect, 'y', (LANE - BAR) / 2);
  setAttribute(rect, 'height', BAR);
  setAttribute(rect, 'rx', 4);
  setAttribute(text, 'x', (item.x + 8).toFixed(1));
  setText(text, barText(lane, item));
}

/** @param hueOf node → number of its colour */
export function createDrawing(hueOf) {
  const grid = svg('g', { class: 'grid', attrs: { 'aria-hidden': 'true' } });
  const body = svg('g');
  const gridParts = new Map();
  const laneParts = new Map();

  function toneOf(item) {
    if (item.kind === 'gap') {
      return 'gap';
    }
    return `leadership hue-${hueOf(item.record.node)}${item.record.to === undefined ? ' open' : ''}`;
  }

  function createItem() {
    const rect = svg('rect');
    const text = svg('text', { attrs: { y: LANE / 2 + 4 } });
    const element = svg('g', { attrs: { role: 'option' } }, rect, text);
    return {
      element,
      update({ lane, item, now, tabbable, chosen }) {
        element.place = { lane, item };
        setClass(element, `${toneOf(item)}${chosen ? ' picked' : ''}`);
        setAttribute(rect, 'x', item.x.toFixed(1));
        setAttribute(rect, 'width', item.width.toFixed(1));
        item.kind === 'gap' ? shapeGap(rect, text, item) : shapeLeadership(rect, text, lane, item);
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
    const element = svg('g', { attrs: { role: 'group' } }, line, label, items);
    const parts = new Map();
    return {
      element,
      update({ lane, index, entries, width }) {
        setAttribute(element, 'transform', `translate(0 ${index * LANE})`);
        setAttribute(element, 'aria-label', visible(lane.label));
        setAttribute(line, 'x2', GUTTER + width);
        setText(label, visible(lane.label, 17));
        reconcile(items, parts, entries, (entry) => entry.id, createItem);
      },
    };
  }

  return {
    grid,
    body,
    /** Draws the lanes for this range of time, and answers how high that is. */
    draw({ lanes, time, width, now, picked }) {
      const height = lanes.length * LANE;
      const marks = ticks(time, width).map((tick) => ({ ...tick, height }));
      reconcile(grid, gridParts, marks, (tick) => tick.at, createTick);
      const rows = lanes.map((lane, index) => ({
        lane,
        index,
        width,
        entries: labelled(place(lane.items, time, width), width).map((item) => ({ id: idOf(lane, item), lane, item, now })),
      }));
      const ids = rows.flatMap(({ entries }) => entries.map(({ id }) => id));
      const reachable = ids.includes(picked) ? picked : ids[0];
      for (const entry of rows.flatMap(({ entries }) => entries)) {
        entry.tabbable = entry.id === reachable;
        entry.chosen = entry.id === picked;
      }
      reconcile(body, laneParts, rows, (row) => row.lane.id, createLane);
      return height + AXIS;
    },
  };
}
