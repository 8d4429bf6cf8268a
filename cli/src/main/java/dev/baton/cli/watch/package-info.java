// SPDX-License-Identifier: Apache-2.0
/** {@code baton watch}: the cluster on the whole screen of a terminal, with keys that operate it. */
@NullMarked
package dev.baton.cli.watch;

import org.jspecify.annotations.NullMarked;
