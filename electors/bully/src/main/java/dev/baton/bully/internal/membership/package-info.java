// SPDX-License-Identifier: Apache-2.0
/**
 * Not API: who belongs to the cluster: how a node joins, is changed and removed, the rules by which the membership changes one
 * voter at a time, and where a node stores it.
 */
@NullMarked
package dev.baton.bully.internal.membership;

import org.jspecify.annotations.NullMarked;
