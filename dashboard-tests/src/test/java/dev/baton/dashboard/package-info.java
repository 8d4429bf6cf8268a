// SPDX-License-Identifier: Apache-2.0
/** The dashboard in a real browser. */
@NullMarked
package dev.baton.dashboard;

import org.jspecify.annotations.NullMarked;
