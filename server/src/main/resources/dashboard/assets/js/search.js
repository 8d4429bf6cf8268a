// SPDX-License-Identifier: Apache-2.0
/** Which items match what was typed: every word must occur somewhere in the item's text. Pure. */

function matcher(query) {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  return (...texts) => {
    const text = texts.join(' ').toLowerCase();
    return terms.every((term) => text.includes(term));
  };
}

export function searchElections(elections, query, vacantOnly) {
  const matches = matcher(query);
  return elections.filter(
    (election) =>
      (!vacantOnly || !election.leader) &&
      matches(election.name, election.elector, election.guarantee, election.leader?.node ?? 'vacant'),
  );
}

export function searchNodes(nodes, query) {
  const matches = matcher(query);
  return nodes.filter((node) => matches(node.id, node.status, node.zone ?? '', node.version, node.address ?? '', node.elector));
}

export function searchDuties(duties, query) {
  const matches = matcher(query);
  return duties.filter((duty) => matches(duty.name, duty.election, duty.node, duty.state, duty.lastError ?? ''));
}

export function searchEvents(events, query) {
  const matches = matcher(query);
  return events.filter(({ type, election = '', node, duty = '', reason = '', detail = '' }) =>
    matches(type, type.replaceAll('_', ' '), election, node, duty, reason, detail),
  );
}
