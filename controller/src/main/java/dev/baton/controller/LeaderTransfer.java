// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;

/** The lead of a group is to go to another of its nodes. */
public record LeaderTransfer(GroupId group, NodeId to) {}
