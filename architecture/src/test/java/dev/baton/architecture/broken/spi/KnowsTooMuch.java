// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.spi;

import dev.baton.architecture.broken.sql.KnowsTheServer;
import org.assertj.core.api.Assertions;

/** Core pointing outward, and using a library. */
public final class KnowsTooMuch {
    private final KnowsTheServer outward = new KnowsTheServer();

    public void use() {
        Assertions.assertThat(outward).isNotNull();
    }
}
