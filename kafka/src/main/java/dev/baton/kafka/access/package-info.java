// SPDX-License-Identifier: Apache-2.0
/** Who may connect, and what they may do with which topics and consumer groups. */
@NullMarked
package dev.baton.kafka.access;

import org.jspecify.annotations.NullMarked;
