// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.message;

import dev.baton.Node;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StateId;

/** What a node says of itself to those who know the password. */
public record NodeStatus(String cluster, Node node, StateId mark, MembershipVersion stamp) {}
