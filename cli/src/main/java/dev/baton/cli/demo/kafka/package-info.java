// SPDX-License-Identifier: Apache-2.0
/** Brokers on this machine with a producer and a consumer, and what these see when a broker is killed, paused or drained. */
@NullMarked
package dev.baton.cli.demo.kafka;

import org.jspecify.annotations.NullMarked;
