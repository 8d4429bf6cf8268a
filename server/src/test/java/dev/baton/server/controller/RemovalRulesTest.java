// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.server.controller.RemovalRules.Member;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RemovalRulesTest {
    private static final Optional<Boolean> ALIVE = Optional.of(true);
    private static final Optional<Boolean> GONE = Optional.of(false);

    private static Member voter(String node, Optional<Boolean> alive) {
        return new Member(node, true, alive);
    }

    private static ApiException refused(String node, boolean registered, Member... members) {
        return catchThrowableOfType(ApiException.class, () -> RemovalRules.check(node, registered, List.of(members)));
    }

    private static void allowed(String node, boolean registered, Member... members) {
        assertThatCode(() -> RemovalRules.check(node, registered, List.of(members)))
                .doesNotThrowAnyException();
    }

    @Test
    void aNodeThatIsUnknownEverywhereIsNotFound() {
        assertThat(refused("n9", false, voter("n1", ALIVE)).error()).isEqualTo(ApiError.NOT_FOUND);
        allowed("n9", true, voter("n1", ALIVE));
    }

    @Test
    void theLastVoterStays() {
        ApiException refused = refused("n1", true, voter("n1", ALIVE), new Member("n2", false, ALIVE));

        assertThat(refused.error()).isEqualTo(ApiError.CONFLICT);
        assertThat(refused).hasMessageContaining("n1 is the last voter");
        allowed("n2", true, voter("n1", ALIVE), new Member("n2", false, ALIVE));
    }

    @Test
    void aMajorityOfTheVotersThatAreLeftIsAlive() {
        allowed("n3", true, voter("n1", ALIVE), voter("n2", ALIVE), voter("n3", GONE));
        assertThat(refused("n3", true, voter("n1", ALIVE), voter("n2", GONE), voter("n3", ALIVE)))
                .hasMessageContaining("2 voters, of which 1 is alive");
        assertThat(refused("n3", true, voter("n1", ALIVE), voter("n2", Optional.empty()), voter("n3", ALIVE)))
                .hasMessageContaining("no majority");
        // A member without a vote changes no majority.
        allowed("n3", true, voter("n1", ALIVE), voter("n2", GONE), new Member("n3", false, GONE));
    }

    @Test
    void aMemberThatNeverRegisteredMustBeGone() {
        Member[] others = {voter("n1", ALIVE), voter("n2", ALIVE)};

        allowed("n3", false, others[0], others[1], voter("n3", GONE));
        assertThat(refused("n3", false, others[0], others[1], voter("n3", ALIVE)))
                .hasMessageContaining("alive: stop it first");
        assertThat(refused("n3", false, others[0], others[1], voter("n3", Optional.empty()))
                        .error())
                .isEqualTo(ApiError.UNAVAILABLE);
    }
}
