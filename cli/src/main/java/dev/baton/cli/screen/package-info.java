// SPDX-License-Identifier: Apache-2.0
/** What a person sees: tables, colours, the terminal. */
@NullMarked
package dev.baton.cli.screen;

import org.jspecify.annotations.NullMarked;
