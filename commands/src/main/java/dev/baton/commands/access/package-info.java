// SPDX-License-Identifier: Apache-2.0
/** Who may ask: users, their hashed passwords and rights, and what failed logins cost. */
@NullMarked
package dev.baton.commands.access;

import org.jspecify.annotations.NullMarked;
