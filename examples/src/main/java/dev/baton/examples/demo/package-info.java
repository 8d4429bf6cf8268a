// SPDX-License-Identifier: Apache-2.0
/** {@code ./baton demo}: a small cluster in one process, to watch leadership change hands. */
@NullMarked
package dev.baton.examples.demo;

import org.jspecify.annotations.NullMarked;
