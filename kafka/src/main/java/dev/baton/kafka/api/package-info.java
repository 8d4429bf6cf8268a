// SPDX-License-Identifier: Apache-2.0
/** One handler for each request of the protocol. */
@NullMarked
package dev.baton.kafka.api;

import org.jspecify.annotations.NullMarked;
