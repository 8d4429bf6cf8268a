// SPDX-License-Identifier: Apache-2.0
/** The electors that a node can be configured with; one class each. */
@NullMarked
package dev.baton.server.elector;

import org.jspecify.annotations.NullMarked;
