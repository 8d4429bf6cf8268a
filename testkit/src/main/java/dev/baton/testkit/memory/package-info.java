// SPDX-License-Identifier: Apache-2.0
/** A lease store in memory: the reference for what a store must do, and the elector to try Baton with. */
@NullMarked
package dev.baton.testkit.memory;

import org.jspecify.annotations.NullMarked;
