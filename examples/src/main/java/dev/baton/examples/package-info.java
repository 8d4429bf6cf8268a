// SPDX-License-Identifier: Apache-2.0
/** The smallest runnable program per feature. The build runs them all, and the README quotes them. */
@NullMarked
package dev.baton.examples;

import org.jspecify.annotations.NullMarked;
