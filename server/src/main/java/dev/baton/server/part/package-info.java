// SPDX-License-Identifier: Apache-2.0
/** The parts that a node is composed of: see {@link dev.baton.server.part.NodePart}. */
@NullMarked
package dev.baton.server.part;

import org.jspecify.annotations.NullMarked;
