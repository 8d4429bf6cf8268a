// SPDX-License-Identifier: Apache-2.0
/**
 * Elections among nodes that reach each other over HTTP (ADR 30). Begin with
 * {@link dev.baton.bully.BullyConfiguration}. The implementation is in the packages below {@code internal}: the rules
 * are plain objects without threads, clocks or sockets, and {@link dev.baton.bully.internal.node.BullyRunner} runs
 * them.
 */
@NullMarked
package dev.baton.bully;

import org.jspecify.annotations.NullMarked;
