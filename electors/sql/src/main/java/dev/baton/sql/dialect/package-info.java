// SPDX-License-Identifier: Apache-2.0
/** How each database is spoken to: whole statements, one class per database. */
@NullMarked
package dev.baton.sql.dialect;

import org.jspecify.annotations.NullMarked;
