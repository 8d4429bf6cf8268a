// SPDX-License-Identifier: Apache-2.0
/** Commands that start a node, or look at its configuration. */
@NullMarked
package dev.baton.cli.node;

import org.jspecify.annotations.NullMarked;
