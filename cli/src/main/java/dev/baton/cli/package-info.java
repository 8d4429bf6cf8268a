// SPDX-License-Identifier: Apache-2.0
/** The {@code baton} command: what is common to its subcommands, and where they come together. */
@NullMarked
package dev.baton.cli;

import org.jspecify.annotations.NullMarked;
