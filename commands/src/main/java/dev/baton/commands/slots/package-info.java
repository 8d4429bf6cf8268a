// SPDX-License-Identifier: Apache-2.0
/** What one leadership keeps for its clients: values, counters, leases, limits. Pure: time comes in as an argument. */
@NullMarked
package dev.baton.commands.slots;

import org.jspecify.annotations.NullMarked;
