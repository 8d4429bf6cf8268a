// SPDX-License-Identifier: Apache-2.0
/** Three nodes on this machine, and an listener that kills, pauses or replaces the leader. */
@NullMarked
package dev.baton.cli.demo;

import org.jspecify.annotations.NullMarked;
