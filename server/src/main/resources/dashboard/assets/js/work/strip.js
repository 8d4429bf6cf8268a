// SPDX-License-Identifier: Apache-2.0
/**
 * The partitions of a task list on a canvas. Where there is room each is a cell; where there is not, each column of pixels
 * stands for some of them and is divided among their owners, and what has no worker is never too small to be seen.
 */

import { VISIBLE_FOR } from './owners.js';
import { colourOf, inks } from './palette.js';

const SMALLEST_CELL = 5;
const LARGEST_CELL = 16;
const GAP = 1;
const NONE = -1;
const DIMMED = 0.14;
const FEWEST_PIXELS = 3;

/** Pure: how cells fit into a box; null if they do not. */
export function gridOf(count, width, height) {
  for (let cell = LARGEST_CELL; cell >= SMALLEST_CELL; cell--) {
    const columns = Math.floor(width / cell);
    const rows = Math.floor(height / cell);
    if (columns * rows >= count) {
      return { cell, columns };
    }
  }
  return null;
}

/** Pure: which partitions a column of pixels stands for. */
export function bucketOf(column, count, width) {
  return [Math.floor((column * count) / width), Math.max(Math.floor((column * count) / width) + 1, Math.floor(((column + 1) * count) / width))];
}

function paintCells(ink, pen, list, { cell, columns }, highlight, now) {
  const size = cell - GAP;
  for (let partition = 0; partition < list.owners.length; partition++) {
    const owner = list.owners[partition];
    const x = (partition % columns) * cell;
    const y = Math.floor(partition / columns) * cell;
    pen.globalAlpha = highlight === null || highlight === owner ? 1 : DIMMED;
    if (owner === NONE) {
      pen.globalAlpha = 1;
      pen.fillStyle = ink.empty;
      pen.fillRect(x, y, size, size);
      pen.strokeStyle = ink.bad;
      pen.lineWidth = 1;
      pen.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1);
    } else {
      pen.fillStyle = colourOf(ink, owner);
      pen.fillRect(x, y, size, size);
    }
    const to = list.moving.get(partition);
    if (to !== undefined) {
      // Half of it has the colour of where it goes.
      pen.globalAlpha = 1;
      pen.fillStyle = to === NONE ? ink.mark : colourOf(ink, to);
      pen.beginPath();
      pen.moveTo(x + size, y);
      pen.lineTo(x + size, y + size);
      pen.lineTo(x, y + size);
      pen.fill();
    }
    const change = list.recent.get(partition);
    if (change && now - change.at < VISIBLE_FOR) {
      const left = 1 - (now - change.at) / VISIBLE_FOR;
      pen.globalAlpha = left;
      pen.strokeStyle = ink.mark;
      pen.lineWidth = 2;
      pen.strokeRect(x + 1, y + 1, size - 2, size - 2);
      if (change.from !== NONE) {
        const shrinking = Math.max(0, (size - 4) * left);
        pen.fillStyle = colourOf(ink, change.from);
        pen.fillRect(x + 2, y + 2, shrinking, shrinking);
      }
    }
  }
  pen.globalAlpha = 1;
}

function paintColumns(ink, pen, list, width, height, highlight, now) {
  const count = list.owners.length;
  for (let column = 0; column < width; column++) {
    const [from, to] = bucketOf(column, count, width);
    const shares = new Map();
    let moving = false;
    let recent = 0;
    for (let partition = from; partition < Math.min(to, count); partition++) {
      shares.set(list.owners[partition], (shares.get(list.owners[partition]) ?? 0) + 1);
      moving ||= list.moving.has(partition);
      const change = list.recent.get(partition);
      recent = change ? Math.max(recent, 1 - (now - change.at) / VISIBLE_FOR) : recent;
    }
    let y = 0;
    const missing = shares.get(NONE) ?? 0;
    shares.delete(NONE);
    if (missing > 0) {
      const part = Math.max(FEWEST_PIXELS, (height * missing) / (to - from));
      pen.globalAlpha = 1;
      pen.fillStyle = ink.bad;
      pen.fillRect(column, 0, 1, part);
      y = part;
    }
    const rest = height - y;
    const owned = to - from - missing;
    for (const [owner, share] of [...shares].sort(([one], [other]) => one - other)) {
      const part = (rest * share) / owned;
      pen.globalAlpha = highlight === null || highlight === owner ? 1 : DIMMED;
      pen.fillStyle = colourOf(ink, owner);
      pen.fillRect(column, y, 1, part);
      y += part;
    }
    if (moving || recent > 0) {
      pen.globalAlpha = moving ? 1 : Math.max(0, recent);
      pen.fillStyle = ink.mark;
      pen.fillRect(column, height - FEWEST_PIXELS, 1, FEWEST_PIXELS);
    }
  }
  pen.globalAlpha = 1;
}

/** A strip that is painted when it is told to, and knows which partition is at a place. */
export function createStrip() {
  const element = document.createElement('canvas');
  element.className = 'strip';
  element.setAttribute('aria-hidden', 'true');
  let painted = '';

  return {
    element,
    /** Paints if there is something new; says whether it will change by itself. */
    paint(list, highlight, now) {
      const width = Math.floor(element.clientWidth);
      const height = Math.floor(element.clientHeight);
      if (width === 0 || height === 0) {
        return false;
      }
      const ratio = Math.min(2, devicePixelRatio);
      const ink = inks();
      const live = [...list.recent.values()].some((change) => now - change.at < VISIBLE_FOR);
      const key = `${list.name}:${list.version}:${width}:${height}:${ratio}:${highlight}:${ink.key}:${live}`;
      if (key === painted && !live) {
        return false;
      }
      painted = key;
      element.width = width * ratio;
      element.height = height * ratio;
      const pen = element.getContext('2d');
      pen.scale(ratio, ratio);
      const grid = gridOf(list.owners.length, width, height);
      if (grid) {
        paintCells(ink, pen, list, grid, highlight, now);
      } else {
        paintColumns(ink, pen, list, width, height, highlight, now);
      }
      element.dataset.mode = grid ? 'cells' : 'columns';
      return live;
    },
    /** The partitions at a place: the first and the one after the last; null if there is none. */
    at(list, x, y) {
      const grid = gridOf(list.owners.length, element.clientWidth, element.clientHeight);
      if (!grid) {
        const [from, to] = bucketOf(Math.floor(x), list.owners.length, Math.floor(element.clientWidth));
        return from < list.owners.length ? [from, Math.min(to, list.owners.length)] : null;
      }
      const column = Math.floor(x / grid.cell);
      const partition = Math.floor(y / grid.cell) * grid.columns + column;
      return column < grid.columns && partition < list.owners.length ? [partition, partition + 1] : null;
    },
  };
}
