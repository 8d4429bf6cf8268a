// SPDX-License-Identifier: Apache-2.0
/** Checks over histories: what must hold in every run of an elector, whatever faults there were. */
@NullMarked
package dev.baton.testkit.checker;

import org.jspecify.annotations.NullMarked;
