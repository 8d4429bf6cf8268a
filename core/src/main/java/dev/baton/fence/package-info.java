// SPDX-License-Identifier: Apache-2.0
/** How a protected resource refuses a leader that was replaced. */
@NullMarked
package dev.baton.fence;

import org.jspecify.annotations.NullMarked;
