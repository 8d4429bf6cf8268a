// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.sql;

import dev.baton.architecture.broken.spi.OwnClock;

/** Allowed: its arrow to core is on the map. */
public record KnowsCore(OwnClock clock) {}
