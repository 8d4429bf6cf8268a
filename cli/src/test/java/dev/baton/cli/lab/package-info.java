// SPDX-License-Identifier: Apache-2.0
/** The command as its users have it: the packaged launcher, in processes of its own. */
@NullMarked
package dev.baton.cli.lab;

import org.jspecify.annotations.NullMarked;
