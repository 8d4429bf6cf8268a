// SPDX-License-Identifier: Apache-2.0
/** The port by which an election is decided, and what an elector may say through it. */
@NullMarked
package dev.baton.elector;

import org.jspecify.annotations.NullMarked;
