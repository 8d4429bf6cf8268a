// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;

/** What a node reports about a group: that it leads it in this epoch, or no longer does. */
public record LeaderReport(GroupId group, Epoch epoch, boolean leads) {}
