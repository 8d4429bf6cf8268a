// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.examples;

import dev.baton.architecture.broken.internal.runtime.RealTicker;

/** Shows users what they cannot rely on. */
public final class UsesInternals {
    public long now() {
        return new RealTicker().now();
    }
}
