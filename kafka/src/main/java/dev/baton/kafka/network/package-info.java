// SPDX-License-Identifier: Apache-2.0
/** Connections, frames and the order of answers, on the network classes of kafka-clients. */
@NullMarked
package dev.baton.kafka.network;

import org.jspecify.annotations.NullMarked;
