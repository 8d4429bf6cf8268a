// SPDX-License-Identifier: Apache-2.0
/** What an event changes in the picture of the cluster, before the next answer confirms it. Pure. */

const BEGINS = new Set(['became_leader', 'leader_changed']);
const ENDS = new Set(['lost_leadership', 'leader_down']);

function replaced(cluster, name, change) {
  const elections = cluster.elections.map((election) => (election.name === name ? change(election) : election));
  return { ...cluster, elections };
}

/** The new leader first, the others in the order they had. */
function ledBy(election, event) {
  const { leader: former, ...rest } = election;
  const others = election.candidates.filter((candidate) => candidate.node !== event.node);
  const winner = election.candidates.find((candidate) => candidate.node === event.node);
  return {
    ...rest,
    leader: { node: event.node, epoch: event.epoch, since: event.at, endpoints: {} },
    candidates: winner
      ? [{ ...winner, state: 'LEADING' }, ...others.map((other) => standing(other, former))]
      : election.candidates,
  };
}

function standing(candidate, former) {
  return candidate.node === former?.node && candidate.state === 'LEADING' ? { ...candidate, state: 'STANDBY' } : candidate;
}

function vacant({ leader, ...election }) {
  return election;
}

/** An event that refers to an older leadership than the one shown changes nothing: epochs only rise. */
export function withEvent(cluster, event) {
  const election = cluster.elections.find(({ name }) => name === event.election);
  if (!election || !Number.isFinite(event.epoch)) {
    return cluster;
  }
  const known = election.leader?.epoch ?? -1;
  if (BEGINS.has(event.type) && event.epoch > known) {
    return replaced(cluster, event.election, (one) => ledBy(one, event));
  }
  if (ENDS.has(event.type) && event.epoch === known) {
    return replaced(cluster, event.election, vacant);
  }
  return cluster;
}

/** Events by number, each once, the newest `limit` of them. */
export function withEvents(known, arrived, limit) {
  const newest = known.length > 0 ? known[known.length - 1].seq : -1;
  const inOrder = arrived.every((event, index) => event.seq > (index === 0 ? newest : arrived[index - 1].seq));
  if (inOrder) {
    return [...known, ...arrived].slice(-limit);
  }
  const bySeq = new Map([...known, ...arrived].map((event) => [event.seq, event]));
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq).slice(-limit);
}

/** The longest time left that was seen of each leadership: what its bar is full at. */
export function leaseSpans(spans, elections) {
  const next = new Map();
  for (const { name, leader } of elections) {
    if (leader?.leaseLeftMs !== undefined) {
      const known = spans.get(name);
      const span = known?.epoch === leader.epoch ? Math.max(known.span, leader.leaseLeftMs) : leader.leaseLeftMs;
      next.set(name, { epoch: leader.epoch, span });
    }
  }
  return next;
}

/** Elections whose leader is another leadership than before: [{name, leader}]. */
export function handOvers(before, after) {
  const epochs = new Map(before.elections.map(({ name, leader }) => [name, leader?.epoch ?? null]));
  return after.elections.filter(({ name, leader }) => epochs.has(name) && leader && epochs.get(name) !== leader.epoch);
}
