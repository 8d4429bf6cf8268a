// SPDX-License-Identifier: Apache-2.0
/** Where each leadership and each gap goes. Pure: records and a width in, places out. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [1, 2, 5, 10, 15, 30].map((count) => count * SECOND)
  .concat([1, 2, 5, 10, 15, 30].map((count) => count * MINUTE))
  .concat([1, 2, 3, 6, 12].map((count) => count * HOUR))
  .concat([1, 2, 7, 30, 90, 365].map((count) => count * DAY));

const TICK_APART = 84;
const LABEL = 36;
const SHORTEST = MINUTE;
const SLIMMEST = { leadership: 4, gap: 3 };

function span(record, now) {
  return {
    kind: 'leadership',
    id: `leadership-${record.epoch}`,
    record,
    from: Date.parse(record.from),
    to: record.to === undefined ? now : Date.parse(record.to),
  };
}

function gapBefore(record, formers) {
  const end = Date.parse(record.from);
  return {
    kind: 'gap',
    id: `gap-${record.epoch}`,
    record,
    former: formers.get(record),
    from: end - record.gapMs,
    to: end,
  };
}

/** Records come newest first: the one after it in the list is the former leadership. */
function gapsOf(records) {
  const formers = new Map(records.map((record, index) => [record, records[index + 1]]));
  return records.filter((record) => record.gapMs !== undefined).map((record) => gapBefore(record, formers));
}

const byTime = (one, other) => one.from - other.from;

/** One lane for an election: its leaderships one after the other, with the gaps between them. */
export function electionLane(name, records, now) {
  const items = [...records.map((record) => span(record, now)), ...gapsOf(records)].sort(byTime);
  return { id: name, label: name, named: true, items };
}

/** One lane per node in the given order, and one of the time without a leader. */
export function nodeLanes(records, order, now) {
  const nodes = [...new Set([...order, ...records.map((record) => record.node)])].filter((node) =>
    records.some((record) => record.node === node),
  );
  const lanes = nodes.map((node) => ({
    id: node,
    label: node,
    named: false,
    items: records.filter((record) => record.node === node).map((record) => span(record, now)).sort(byTime),
  }));
  const gaps = gapsOf(records).sort(byTime);
  return gaps.length > 0 ? [...lanes, { id: '\0gaps', label: 'no leader', named: false, items: gaps }] : lanes;
}

/** From the first leadership to now, or only the last `length` milliseconds. */
export function timeRange(lanes, now, length) {
  const begun = Math.min(...lanes.flatMap((lane) => lane.items.map((item) => item.from)));
  const from = length === null ? Math.min(begun, now - SHORTEST) : now - length;
  return { from: Number.isFinite(from) ? from : now - SHORTEST, to: now };
}

/** Pixels for the items in range; what is too short to be seen is made just wide enough. */
export function place(items, { from, to }, width) {
  const scale = width / (to - from);
  return items
    .filter((item) => item.to >= from && item.from <= to)
    .map((item) => {
      const start = (Math.max(item.from, from) - from) * scale;
      const end = (Math.min(item.to, to) - from) * scale;
      const wide = Math.max(SLIMMEST[item.kind], end - start);
      return { ...item, x: Math.max(0, Math.min(start, width - wide)), width: wide };
    })
    // Gaps are slim: they are drawn last, over the bars.
    .sort((one, other) => (one.kind === other.kind ? byTime(one, other) : one.kind === 'gap' ? 1 : -1));
}

/** Round times of day, as many as fit. */
export function ticks({ from, to }, width) {
  const fitting = Math.max(1, Math.floor(width / TICK_APART));
  const step = STEPS.find((candidate) => (to - from) / candidate <= fitting) ?? STEPS.at(-1);
  const offset = new Date(to).getTimezoneOffset() * MINUTE;
  const marks = [];
  const last = to - ((to - from) / width) * LABEL;
  for (let at = Math.ceil((from - offset) / step) * step + offset; at <= last; at += step) {
    marks.push({ at, x: ((at - from) / (to - from)) * width, step });
  }
  return marks;
}

/** The item of `lane` that is nearest in time to `item`. */
export function nearest(lane, item) {
  const middle = (item.from + item.to) / 2;
  const distance = (other) => Math.max(0, other.from - middle, middle - other.to);
  return lane.items.reduce((best, other) => (!best || distance(other) < distance(best) ? other : best), null);
}
