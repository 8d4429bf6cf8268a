// SPDX-License-Identifier: Apache-2.0
/** The broker for Kafka clients as a part of a node. */
@NullMarked
package dev.baton.server.kafka;

import org.jspecify.annotations.NullMarked;
