// SPDX-License-Identifier: Apache-2.0
/** Elections decided by a lease row in a SQL database, and a fence that works inside the application's transactions. */
@NullMarked
package dev.baton.sql;

import org.jspecify.annotations.NullMarked;
