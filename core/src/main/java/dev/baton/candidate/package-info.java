// SPDX-License-Identifier: Apache-2.0
/** This node's part in an election: the pure rules, and the thin runner around them. */
@NullMarked
package dev.baton.candidate;

import org.jspecify.annotations.NullMarked;
