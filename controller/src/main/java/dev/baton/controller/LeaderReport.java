// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;

/** What a node says of a group: it leads it in this epoch, or stopped to in this epoch. */
public record LeaderReport(GroupId group, Epoch epoch, boolean leads) {}
