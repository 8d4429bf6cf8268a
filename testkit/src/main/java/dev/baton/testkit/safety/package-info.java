// SPDX-License-Identifier: Apache-2.0
/** What must hold in every run of an elector, simulated or real, whatever faults there were: one class per rule. */
@NullMarked
package dev.baton.testkit.safety;

import org.jspecify.annotations.NullMarked;
