// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.NodeId;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerPart;
import dev.baton.raft.member.RaftMember;

/** This node's member of the group, what it has applied, and the way to the leader. */
record ControllerGroup(NodeId self, RaftMember member, ControllerPart part, ControllerClient client) {}
