// SPDX-License-Identifier: Apache-2.0
/** Elections decided by a lease in a shared store: the rules, the store port, the elector on top. */
@NullMarked
package dev.baton.lease;

import org.jspecify.annotations.NullMarked;
