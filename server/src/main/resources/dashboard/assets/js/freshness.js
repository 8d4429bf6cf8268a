// SPDX-License-Identifier: Apache-2.0
/** How far the picture can be trusted. Pure. */

/** An answer may be this late before the page says so. */
const GRACE = 3_000;

/**
 * @param now        monotonic milliseconds
 * @param answeredAt when the shown answer was asked for
 * @param failed     whether the latest question got no answer
 * @param interval   how often it asks
 */
export function freshness({ now, answeredAt, failed, interval }) {
  if (answeredAt === null) {
    return { stale: false, ageMs: 0 };
  }
  const ageMs = Math.max(0, now - answeredAt);
  return { stale: failed || ageMs > interval + GRACE, ageMs };
}

/** What is left of a lease, counted from before the question was asked, as the holder counts it. */
export function leaseLeft(leader, { now, answeredAt }) {
  return leader.leaseLeftMs === undefined ? null : Math.max(0, leader.leaseLeftMs - (now - answeredAt));
}
