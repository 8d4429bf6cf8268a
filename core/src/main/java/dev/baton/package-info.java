// SPDX-License-Identifier: Apache-2.0
/** The way in: {@link dev.baton.Baton}. */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
