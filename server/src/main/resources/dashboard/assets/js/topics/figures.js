// SPDX-License-Identifier: Apache-2.0
/**
 * Sizes, offsets, rates and lag, which the leaders of partitions and the coordinators of consumer groups know. They are asked
 * apart from who leads what: a page without them is still true.
 */

const EVERY = 2_000;
const NOT_FOUND = 404;

/** Pure: what all groups together have yet to read of each topic. */
function lagsOf(groups) {
  const lags = new Map();
  for (const { topic, lag } of groups.flatMap((group) => group.topics)) {
    if (lag !== undefined) {
      lags.set(topic, (lags.get(topic) ?? 0) + lag);
    }
  }
  return lags;
}

export function createFigures({ api, limit }) {
  let due = 0;
  let asking = false;
  let problem = null;
  let shown = null;
  let topics = new Map();
  let partitions = new Map();
  let lags = new Map();

  /** A node without Kafka clients has no groups. */
  async function groups() {
    try {
      return (await api.list('/api/v1/groups')).groups;
    } catch (error) {
      if (error.status === NOT_FOUND) {
        return [];
      }
      throw error;
    }
  }

  async function ask(chosen) {
    const [all, one, consumers] = await Promise.all([
      api.list('/api/v1/topics'),
      chosen === null ? null : api.list(`/api/v1/topics/${encodeURIComponent(chosen)}?limit=${limit}`).catch(() => null),
      groups(),
    ]);
    topics = new Map(all.topics.map((topic) => [topic.name, topic.figures]));
    partitions = new Map((one?.partitions ?? []).map((it) => [it.partition, it.figures]));
    lags = lagsOf(consumers);
  }

  return {
    topic: (name) => topics.get(name),
    /** Of the topic that was chosen last. */
    partition: (number) => partitions.get(number),
    lag: (name) => lags.get(name),
    /** Why there are none, or null. */
    problem: () => problem,
    /** Asks if it is time to; resolves to whether there is something new. */
    async refresh(now, chosen) {
      if (asking || (now < due && chosen === shown)) {
        return false;
      }
      asking = true;
      due = now + EVERY;
      if (chosen !== shown) {
        partitions = new Map();
      }
      shown = chosen;
      try {
        await ask(chosen);
        problem = null;
      } catch (error) {
        topics = new Map();
        partitions = new Map();
        lags = new Map();
        problem = error.message;
      } finally {
        asking = false;
      }
      return true;
    },
  };
}
