// SPDX-License-Identifier: Apache-2.0
/** For tests of applications that use Baton. */
@NullMarked
package dev.baton.spring.test;

import org.jspecify.annotations.NullMarked;
