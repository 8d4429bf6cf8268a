// SPDX-License-Identifier: Apache-2.0
/** For authors of lease stores: the port of a store, and the elector on top of it. */
@NullMarked
package dev.baton.spi.lease;

import org.jspecify.annotations.NullMarked;
