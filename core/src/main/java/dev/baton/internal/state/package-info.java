// SPDX-License-Identifier: Apache-2.0
/** Not API: the checked files in which nodes keep what they must not forget. */
@NullMarked
package dev.baton.internal.state;

import org.jspecify.annotations.NullMarked;
