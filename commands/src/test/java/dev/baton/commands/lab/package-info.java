// SPDX-License-Identifier: Apache-2.0
/** Three nodes in three processes, clients that know nothing of Baton, and what may be said about their replies. */
@NullMarked
package dev.baton.commands.lab;

import org.jspecify.annotations.NullMarked;
