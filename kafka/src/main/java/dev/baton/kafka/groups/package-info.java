// SPDX-License-Identifier: Apache-2.0
/** Consumer groups: the group coordinator of Apache Kafka on replicated partitions. */
@NullMarked
package dev.baton.kafka.groups;

import org.jspecify.annotations.NullMarked;
