// SPDX-License-Identifier: Apache-2.0
/** Not API: how duties are called and supervised. */
@NullMarked
package dev.baton.internal.duty;

import org.jspecify.annotations.NullMarked;
