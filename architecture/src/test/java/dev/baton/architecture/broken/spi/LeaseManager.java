// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.spi;

/** Named vaguely, and keeps state for everybody. */
public final class LeaseManager {
    @SuppressWarnings("NonFinalStaticField")
    static int latest;
}
