// SPDX-License-Identifier: Apache-2.0
/** A colour per node, by its place among the nodes; there are eight, and the name is always beside it. */

import { remembering } from '../state.js';

const HUES = 8;

export function createHues(store) {
  const places = remembering((nodes) => new Map(nodes.map((node, index) => [node.id, index % HUES])));
  return (node) => places(store.get().cluster.nodes).get(node) ?? HUES - 1;
}
