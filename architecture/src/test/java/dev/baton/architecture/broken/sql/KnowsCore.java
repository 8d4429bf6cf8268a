// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.sql;

import dev.baton.architecture.broken.core.OwnClock;

/** Allowed: its arrow to core is on the map. */
public record KnowsCore(OwnClock clock) {}
