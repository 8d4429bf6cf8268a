// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ErrorsTest {
    @Test
    void theFamilyIsClosedAndUnchecked() {
        assertThat(BatonException.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(
                        NotLeaderException.class,
                        FencedException.class,
                        UnavailableException.class,
                        OutcomeUnknownException.class);
        assertThat(RuntimeException.class).isAssignableFrom(BatonException.class);
    }

    @Test
    void notLeaderSaysWhomToAsk() {
        Leader beta = Sample.leader(Sample.BETA, 4);

        NotLeaderException error = new NotLeaderException(Sample.ORDERS, Sample.ALPHA.id(), Optional.of(beta));

        assertThat(error).hasMessage("alpha does not lead orders: beta#000000000000000b (epoch 4) does");
        assertThat(error.leader()).contains(beta);
    }

    @Test
    void notLeaderSaysThatNobodyIsKnown() {
        NotLeaderException error = new NotLeaderException(Sample.ORDERS, Sample.ALPHA.id(), Optional.empty());

        assertThat(error).hasMessage("alpha does not lead orders, and no leader is known");
        assertThat(error.leader()).isEmpty();
    }

    @Test
    void fencedCarriesBothEpochs() {
        FencedException error = new FencedException(Sample.ORDERS, Epoch.of(3), Epoch.of(5));

        assertThat(error).hasMessage("epoch 3 of orders is fenced off: epoch 5 has been seen");
        assertThat(error.presented()).isEqualTo(Epoch.of(3));
        assertThat(error.current()).isEqualTo(Epoch.of(5));
    }

    @Test
    void unavailableAndUnknownKeepTheirCause() {
        IOException cause = new IOException("reset");

        assertThat(new UnavailableException("later", cause)).hasMessage("later").hasCause(cause);
        assertThat(new UnavailableException("later")).hasMessage("later").hasNoCause();
        assertThat(new OutcomeUnknownException("maybe", cause))
                .hasMessage("maybe")
                .hasCause(cause);
        assertThat(new OutcomeUnknownException("maybe")).hasMessage("maybe").hasNoCause();
    }
}
