// SPDX-License-Identifier: Apache-2.0
/** Servers that are Kafka brokers, under load, while they are killed, paused, cut off and moved. */
@NullMarked
package dev.baton.cli.brokers;

import org.jspecify.annotations.NullMarked;
