// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.time.Duration;

/**
 * A leadership that moved from one node to another.
 *
 * @param gap how long no node acted as leader
 * @param overlap how long two nodes could act; anything above zero is a broken promise
 */
public record HandOver(String from, String to, long fromEpoch, long toEpoch, Duration gap, Duration overlap) {}
