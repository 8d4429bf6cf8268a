// SPDX-License-Identifier: Apache-2.0
/** The command server: what Redis clients may ask of the leader, and of the leader only. */
@NullMarked
package dev.baton.commands;

import org.jspecify.annotations.NullMarked;
