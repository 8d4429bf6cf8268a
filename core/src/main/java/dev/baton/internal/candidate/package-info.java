// SPDX-License-Identifier: Apache-2.0
/** Not API: this node's part in an election: the pure rules, and the thin runner around them. */
@NullMarked
package dev.baton.internal.candidate;

import org.jspecify.annotations.NullMarked;
