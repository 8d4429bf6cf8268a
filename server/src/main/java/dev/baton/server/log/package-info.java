// SPDX-License-Identifier: Apache-2.0
/** How a node logs: on stderr, as text or as JSON. */
@NullMarked
package dev.baton.server.log;

import org.jspecify.annotations.NullMarked;
