// SPDX-License-Identifier: Apache-2.0
/** The checked files in which nodes keep what they must not forget. */
@NullMarked
package dev.baton.state;

import org.jspecify.annotations.NullMarked;
