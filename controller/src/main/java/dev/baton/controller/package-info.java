// SPDX-License-Identifier: Apache-2.0
/** Nodes, topics, partitions and their leaders as a part of the state that all servers replicate. */
@NullMarked
package dev.baton.controller;

import org.jspecify.annotations.NullMarked;
