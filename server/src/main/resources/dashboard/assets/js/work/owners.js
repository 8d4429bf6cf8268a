// SPDX-License-Identifier: Apache-2.0
/** Who owns which partition, kept up to date by what has changed, and what changed hands a moment ago. Pure but for its state. */

/** How long a change of owner stays visible. */
export const VISIBLE_FOR = 1_600;

const NONE = -1;

function entryOf({ list, owners, moving }, before, now) {
  const recent = new Map(before?.recent);
  for (const [partition, change] of recent) {
    if (now - change.at > VISIBLE_FOR || partition >= owners.length) {
      recent.delete(partition);
    }
  }
  if (before) {
    for (let partition = 0; partition < owners.length; partition++) {
      const was = before.owners[partition] ?? NONE;
      if (was !== owners[partition]) {
        recent.set(partition, { from: was, at: now });
      }
    }
  }
  return { name: list, owners, moving: new Map(moving), recent, version: (before?.version ?? 0) + 1 };
}

export function createOwners() {
  let cursor = '';
  let workers = [];
  let lists = [];
  const byName = new Map();

  return {
    cursor: () => cursor,
    workers: () => workers,
    /** In their order; each is replaced when it changes. */
    lists: () => lists,
    list: (name) => byName.get(name),
    /** Takes an answer of the node in; says whether anything has changed. */
    take(answer, now) {
      // A complete answer counts workers again, so that places of before and after are not the same.
      const known = answer.complete ? new Map() : byName;
      const changed = answer.complete || answer.lists.length > 0 || answer.names.length !== lists.length;
      workers = answer.workers;
      cursor = answer.cursor;
      for (const entry of answer.lists) {
        byName.set(entry.list, entryOf(entry, known.get(entry.list), now));
      }
      for (const name of byName.keys()) {
        if (!answer.names.includes(name)) {
          byName.delete(name);
        }
      }
      if (changed) {
        lists = answer.names.map((name) => byName.get(name)).filter(Boolean);
      }
      return changed;
    },
  };
}
