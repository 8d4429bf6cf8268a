// SPDX-License-Identifier: Apache-2.0
/** The controller on a node: topics, nodes and the group that has them, in the admin API, metrics and dashboard. */
@NullMarked
package dev.baton.server.controller;

import org.jspecify.annotations.NullMarked;
