// SPDX-License-Identifier: Apache-2.0
/** Poll orchestration as a part of a node. */
@NullMarked
package dev.baton.server.polls;

import org.jspecify.annotations.NullMarked;
