// SPDX-License-Identifier: Apache-2.0
/**
 * For authors of electors: the port through which elections are decided, what an elector gets, and what it may report.
 */
@NullMarked
package dev.baton.spi;

import org.jspecify.annotations.NullMarked;
