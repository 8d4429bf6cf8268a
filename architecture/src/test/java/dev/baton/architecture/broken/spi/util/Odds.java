// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.spi.util;

/** In a package named for nothing. */
public final class Odds {}
