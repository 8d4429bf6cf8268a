// SPDX-License-Identifier: Apache-2.0
/** The command server as a part of a node. */
@NullMarked
package dev.baton.server.commands;

import org.jspecify.annotations.NullMarked;
