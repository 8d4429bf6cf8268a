// SPDX-License-Identifier: Apache-2.0
/** The promises that every elector keeps, as a suite of tests to inherit. */
@NullMarked
package dev.baton.testkit.contract;

import org.jspecify.annotations.NullMarked;
