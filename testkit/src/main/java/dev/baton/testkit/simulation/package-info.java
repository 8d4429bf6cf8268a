// SPDX-License-Identifier: Apache-2.0
/** Whole clusters on one thread and virtual time: the real candidates and electors, a modelled world around them. */
@NullMarked
package dev.baton.testkit.simulation;

import org.jspecify.annotations.NullMarked;
