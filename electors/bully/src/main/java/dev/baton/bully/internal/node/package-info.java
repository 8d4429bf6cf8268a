// SPDX-License-Identifier: Apache-2.0
/** Not API: one node of a cluster: the rules that bring elections and membership together, and what runs them. */
@NullMarked
package dev.baton.bully.internal.node;

import org.jspecify.annotations.NullMarked;
