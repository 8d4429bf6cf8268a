// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.spi;

/** Named vaguely, and keeps state for everyone. */
public final class LeaseManager {
    @SuppressWarnings("NonFinalStaticField")
    static int latest;
}
