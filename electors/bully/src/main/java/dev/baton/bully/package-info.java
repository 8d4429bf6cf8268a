// SPDX-License-Identifier: Apache-2.0
/**
 * Elections among nodes that reach each other over HTTP (ADR 30). {@link dev.baton.bully.BullyConfiguration} is where to
 * begin; everything that decides is a plain object without threads, clocks or sockets, run by
 * {@link dev.baton.bully.BullyElector}.
 */
@NullMarked
package dev.baton.bully;

import org.jspecify.annotations.NullMarked;
