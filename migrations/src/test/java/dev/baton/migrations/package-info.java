// SPDX-License-Identifier: Apache-2.0
/** The same job before and after a migration; shown by docs/migrate. */
@NullMarked
package dev.baton.migrations;

import org.jspecify.annotations.NullMarked;
