// SPDX-License-Identifier: Apache-2.0
/** A node that is run by itself, put together from its configuration. */
@NullMarked
package dev.baton.server;

import org.jspecify.annotations.NullMarked;
