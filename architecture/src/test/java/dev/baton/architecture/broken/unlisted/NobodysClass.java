// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.unlisted;

/** In a package the map does not know. */
public final class NobodysClass {}
