// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

import dev.baton.core.Epoch;
import dev.baton.core.NodeId;
import java.time.Duration;

/**
 * Leadership that went from one hand to another.
 *
 * @param gap how long nobody acted as leader
 * @param overlap how long two could have; anything above zero is a broken promise
 */
record HandOver(String cause, NodeId from, NodeId to, Epoch fromEpoch, Epoch toEpoch, Duration gap, Duration overlap) {}
