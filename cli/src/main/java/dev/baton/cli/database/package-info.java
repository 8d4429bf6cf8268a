// SPDX-License-Identifier: Apache-2.0
/** A database that is named on the command line. */
@NullMarked
package dev.baton.cli.database;

import org.jspecify.annotations.NullMarked;
