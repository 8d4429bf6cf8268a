// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.spi;

/** Named vaguely. */
public final class LeaseUtils {}
