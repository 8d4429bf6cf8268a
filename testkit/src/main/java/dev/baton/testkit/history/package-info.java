// SPDX-License-Identifier: Apache-2.0
/** What processes did, one JSON line per event, and the checks over it. */
@NullMarked
package dev.baton.testkit.history;

import org.jspecify.annotations.NullMarked;
