// SPDX-License-Identifier: Apache-2.0
/** A command that runs on the leader only, and never on two machines at once. */
@NullMarked
package dev.baton.cli.run;

import org.jspecify.annotations.NullMarked;
