// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.kafka.common.errors.InvalidRequestException;
import org.apache.kafka.common.protocol.ApiKeys;
import org.junit.jupiter.api.Test;

class RequestBudgetTest {
    private final RequestBudget budget = new RequestBudget(1_000_000);

    @Test
    void namesCostMoreThanTheBytesTheyComeIn() {
        assertThat(RequestBudget.cost(ApiKeys.METADATA, 1_000)).isEqualTo(100_000);
        assertThat(RequestBudget.cost(ApiKeys.FETCH, 1_000)).isEqualTo(32_000);
        assertThat(RequestBudget.cost(ApiKeys.PRODUCE, 8 << 20)).isZero();
        assertThatThrownBy(() -> RequestBudget.cost(ApiKeys.METADATA, (1 << 20) + 1))
                .isInstanceOf(InvalidRequestException.class);
    }

    @Test
    void whatDoesNotFitIsRefusedAndChangesNothing() {
        budget.take(600_000);

        assertThatThrownBy(() -> budget.take(600_000)).isInstanceOf(InvalidRequestException.class);

        assertThat(budget.isScarce()).isTrue();
        budget.take(400_000);
        budget.release(1_000_000);
        assertThat(budget.isScarce()).isFalse();
    }
}
