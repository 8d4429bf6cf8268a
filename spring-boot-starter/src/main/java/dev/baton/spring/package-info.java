// SPDX-License-Identifier: Apache-2.0
/** Baton in a Spring Boot application: leader-only methods and beans, fenced transactions, events. */
@NullMarked
package dev.baton.spring;

import org.jspecify.annotations.NullMarked;
