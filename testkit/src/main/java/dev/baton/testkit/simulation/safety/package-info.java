// SPDX-License-Identifier: Apache-2.0
/** What must hold at every moment of a simulated run: one class per invariant. */
@NullMarked
package dev.baton.testkit.simulation.safety;

import org.jspecify.annotations.NullMarked;
