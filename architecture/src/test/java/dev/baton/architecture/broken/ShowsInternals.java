// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken;

import dev.baton.architecture.broken.internal.runtime.RealTicker;
import java.util.List;

/** Makes its users name what is internal, and depends on it although it is no entry point. */
public record ShowsInternals(List<RealTicker> tickers) {
    /** Allowed: nobody outside sees it. */
    RealTicker first() {
        return tickers.get(0);
    }
}
