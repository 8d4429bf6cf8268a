// SPDX-License-Identifier: Apache-2.0
/** A small client that follows the leader. */
@NullMarked
package dev.baton.commands.client;

import org.jspecify.annotations.NullMarked;
