// SPDX-License-Identifier: Apache-2.0
/** Work in the tables of a SQL database, and the fence of a partition inside a transaction of the application. */
@NullMarked
package dev.baton.work.sql;

import org.jspecify.annotations.NullMarked;
