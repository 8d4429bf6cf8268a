// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leader;
import dev.baton.sql.Servers;
import dev.baton.sql.SqlElector;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PostgresClusterIT extends SqlClusterContract {
    @Override
    TestDatabase database() {
        return Servers.postgres();
    }

    @Test
    void aLeaderCutOffFromTheDatabaseEndsBeforeAnotherActsAlthoughNobodyReadsItsErrors() {
        stopsBeforeAnotherActs(true);
    }

    @Test
    void fiftyCandidatesAtOnceElectOne() {
        List<Baton> nodes = new ArrayList<>();
        try {
            List<Candidate> candidates = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Baton node = Baton.node("n" + i).start(SqlElector.on(database().database()));
                nodes.add(node);
                candidates.add(node.stand("crowd").start());
            }

            Eventually.eventually(
                    "all see one leader",
                    SqlLab.PATIENCE,
                    () -> seen(candidates).size() == 1
                            && seen(candidates).get(0).isPresent(),
                    () -> seen(candidates));

            assertThat(candidates.stream().filter(Candidate::isLeader)).hasSize(1);
        } finally {
            nodes.parallelStream().forEach(Baton::close);
        }
    }

    private static List<Optional<Leader>> seen(List<Candidate> candidates) {
        return candidates.stream().map(Candidate::leader).distinct().toList();
    }
}
