// SPDX-License-Identifier: Apache-2.0
/** Real processes with elections on a Raft group. */
@NullMarked
package dev.baton.raft.lab;

import org.jspecify.annotations.NullMarked;
