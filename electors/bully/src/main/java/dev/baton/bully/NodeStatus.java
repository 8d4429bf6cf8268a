// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Node;

/** What a node says of itself to those who know the password. */
record NodeStatus(String cluster, Node node, StateId mark, MembershipVersion stamp) {}
