// SPDX-License-Identifier: Apache-2.0
/** Not API: who leads: who is asked first, whose votes count, and this node's part in the election of the membership's own leader. */
@NullMarked
package dev.baton.bully.internal.election;

import org.jspecify.annotations.NullMarked;
