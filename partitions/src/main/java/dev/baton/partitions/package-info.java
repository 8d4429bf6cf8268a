// SPDX-License-Identifier: Apache-2.0
/** Replicated logs of topic partitions, in Kafka's record batch format: append, read by offset, retention. */
@NullMarked
package dev.baton.partitions;

import org.jspecify.annotations.NullMarked;
