// SPDX-License-Identifier: Apache-2.0
/** Leader-only services and their supervisor. */
@NullMarked
package dev.baton.duty;

import org.jspecify.annotations.NullMarked;
