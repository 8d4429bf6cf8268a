// SPDX-License-Identifier: Apache-2.0
/** For authors of electors: the port by which an election is decided, and what an elector is given and may say. */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
