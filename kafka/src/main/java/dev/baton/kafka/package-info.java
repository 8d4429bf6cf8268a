// SPDX-License-Identifier: Apache-2.0
/** Topics for any Kafka client: the protocol of Kafka over the controller and the logs of partitions. */
@NullMarked
package dev.baton.kafka;

import org.jspecify.annotations.NullMarked;
