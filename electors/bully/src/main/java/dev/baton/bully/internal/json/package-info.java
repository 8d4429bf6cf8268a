// SPDX-License-Identifier: Apache-2.0
/** Not API: JSON that is read strictly, for what other nodes send and for what a node stores. */
@NullMarked
package dev.baton.bully.internal.json;

import org.jspecify.annotations.NullMarked;
