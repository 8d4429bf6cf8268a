// SPDX-License-Identifier: Apache-2.0
/**
 * Not API: the vote that is kept in a database, as a row that the nodes themselves replace. A node that only votes is an ordinary node,
 * with {@link dev.baton.bully.MemberRole#WITNESS}.
 */
@NullMarked
package dev.baton.bully.internal.witness;

import org.jspecify.annotations.NullMarked;
