// SPDX-License-Identifier: Apache-2.0
/** Lending a leadership to a command that runs next to the node. */
@NullMarked
package dev.baton.server.loan;

import org.jspecify.annotations.NullMarked;
