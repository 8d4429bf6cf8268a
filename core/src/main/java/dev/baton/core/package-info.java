// SPDX-License-Identifier: Apache-2.0
/** The nouns of Baton: values that check themselves, the leadership a node holds, and the errors. */
@NullMarked
package dev.baton.core;

import org.jspecify.annotations.NullMarked;
