// SPDX-License-Identifier: Apache-2.0
/** The command server: what any Redis client may ask of the leader, and of nobody else. */
@NullMarked
package dev.baton.commands;

import org.jspecify.annotations.NullMarked;
