// SPDX-License-Identifier: Apache-2.0
/** {@code baton work}: task lists, who owns what, and changes of it. */
@NullMarked
package dev.baton.cli.work;

import org.jspecify.annotations.NullMarked;
