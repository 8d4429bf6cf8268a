// SPDX-License-Identifier: Apache-2.0
/** For tests of electors and of programs that use them. */
@NullMarked
package dev.baton.testkit;

import org.jspecify.annotations.NullMarked;
