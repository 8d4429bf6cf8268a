// SPDX-License-Identifier: Apache-2.0
/** Not API: how values and settings check themselves, and the checks that stay on in production. */
@NullMarked
package dev.baton.internal.check;

import org.jspecify.annotations.NullMarked;
