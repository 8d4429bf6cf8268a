// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import org.junit.jupiter.api.Test;

class WaitingOperationsTest {
    private final WaitingOperations operations = new WaitingOperations();

    /** Each waits for the next. */
    private int nested(int depth) {
        return operations.perform(() -> depth == 1 ? 1 : 1 + nested(depth - 1));
    }

    @Test
    void moreThanAreAllowedAreRefusedAndThoseThatAreDoneCountNoMore() {
        assertThat(nested(WaitingOperations.MAX)).isEqualTo(WaitingOperations.MAX);
        assertThatThrownBy(() -> nested(WaitingOperations.MAX + 1))
                .isInstanceOfSatisfying(
                        ApiException.class, it -> assertThat(it.error()).isEqualTo(ApiError.TOO_MANY_REQUESTS));
        assertThat(nested(WaitingOperations.MAX)).isEqualTo(WaitingOperations.MAX);
    }
}
