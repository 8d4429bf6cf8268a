// SPDX-License-Identifier: Apache-2.0
/** Static pages of the repository's documents. */
@NullMarked
package dev.baton.site;

import org.jspecify.annotations.NullMarked;
