// SPDX-License-Identifier: Apache-2.0
/**
 * Elections among nodes that reach each other over HTTP (ADR 30): what a user types. {@link dev.baton.bully.BullyConfiguration}
 * is where to begin. How it works is in the packages below {@code internal}; everything there that decides is a plain object
 * without threads, clocks or sockets, and {@link dev.baton.bully.internal.node.BullyRunner} runs it.
 */
@NullMarked
package dev.baton.bully;

import org.jspecify.annotations.NullMarked;
