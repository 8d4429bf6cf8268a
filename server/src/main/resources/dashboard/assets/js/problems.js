// SPDX-License-Identifier: Apache-2.0
/** What is wrong in a cluster, the worst first. Pure. */

import { electionLink, formatRoute, nodeLink } from './router.js';
import { visible, words } from './text.js';

export const isTroubledNode = (node) => node.status !== 'up' || (node.alarms ?? []).length > 0;
export const isTroubledDuty = (duty) => duty.state === 'STUCK' || duty.state === 'BACKING_OFF';

/** The same items; those in trouble come first, otherwise the order stays. */
export function troubledFirst(items, isTroubled) {
  return [...items.filter(isTroubled), ...items.filter((item) => !isTroubled(item))];
}

/** [{key, text, detail, href}] */
export function problemsOf(cluster, duties) {
  const vacant = cluster.elections
    .filter((election) => !election.leader)
    .map(({ name }) => ({ key: `vacant\0${name}`, text: `${visible(name)} has no leader`, href: electionLink(name) }));
  const absent = cluster.nodes
    .filter((node) => node.status !== 'up')
    .map(({ id, status }) => ({ key: `node\0${id}`, text: `${visible(id)} is ${words(status)}`, href: nodeLink(id) }));
  const alarms = cluster.nodes.flatMap(({ id, alarms: raised = [] }) =>
    raised.map(({ kind, detail = '' }) => ({
      key: `alarm\0${id}\0${kind}`,
      text: `${visible(id)}: ${words(kind)}`,
      detail: visible(detail, 300),
      href: nodeLink(id),
    })),
  );
  const broken = duties.filter(isTroubledDuty).map(({ name, node, election, state, lastError = '' }) => ({
    key: `duty\0${election}\0${node}\0${name}`,
    text: `${visible(name)} of ${visible(election)} on ${visible(node)} is ${words(state)}`,
    detail: visible(lastError, 300),
    href: formatRoute({ section: 'duties', query: name }),
  }));
  return [...vacant, ...absent, ...alarms, ...broken];
}
