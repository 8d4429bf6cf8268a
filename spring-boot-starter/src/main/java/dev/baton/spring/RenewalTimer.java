// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import java.time.Duration;

/** Told how long each renewal took, where something measures it. */
@FunctionalInterface
interface RenewalTimer {
    void renewed(Duration took);
}
