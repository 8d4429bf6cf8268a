// SPDX-License-Identifier: Apache-2.0
/** The elector of a cluster of one. */
@NullMarked
package dev.baton.standalone;

import org.jspecify.annotations.NullMarked;
