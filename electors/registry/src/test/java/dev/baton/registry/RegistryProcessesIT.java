// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The registry in real processes, encrypted, with their histories held against the checker. */
@Timeout(400)
class RegistryProcessesIT {
    @TempDir
    Path folder;

    @Test
    void aKilledLeaderIsReplacedByProofAndAResignationHandsOver() {
        try (RegistryLab lab = new RegistryLab(folder, 3, 50)) {
            String first = lab.awaitLeader();
            lab.awaitAgreementOn(first);
            long epoch = lab.epoch(first);

            long killedAt = System.currentTimeMillis();
            lab.process(first).kill();
            String second = lab.awaitLeaderOtherThan(first);

            assertThat(lab.epoch(second)).isGreaterThan(epoch);
            System.out.println("kill -9 to the next leader: " + (lab.electedAt(second) - killedAt) + " ms");
            assertThat(lab.electedAt(second) - killedAt)
                    .as("sooner than the lease runs out, so by proof")
                    .isLessThan(RegistrySettings.TERMS.lease().toMillis()
                            - RegistrySettings.TERMS.renewInterval().toMillis());
            lab.start(first);
            lab.process(first).await("ready", RegistryLab.PATIENCE);
            lab.awaitAgreementOn(second);

            lab.process(second).say("resign");
            lab.awaitAgreementOn(lab.awaitLeaderOtherThan(second));
            lab.checkHistories();
        }
    }

    @Test
    void aPausedLeaderIsReplacedAndStopsWhenItWakes() {
        try (RegistryLab lab = new RegistryLab(folder, 3, 50)) {
            String first = lab.awaitLeader();
            lab.awaitAgreementOn(first);

            lab.process(first).pause();
            eventually(
                    "another leads",
                    RegistryLab.PATIENCE,
                    () -> lab.ids().stream()
                            .filter(id -> !id.equals(first))
                            .anyMatch(id -> lab.process(id).last("elected").isPresent()),
                    lab::ids);
            lab.process(first).resume();
            String second = lab.awaitLeaderOtherThan(first);

            lab.process(first).await("revoked", RegistryLab.PATIENCE);
            lab.awaitAgreementOn(second);
            lab.checkHistories();
        }
    }

    @Test
    void restartingAllAtOnceGivesOneLeaderWithAHigherEpoch() {
        try (RegistryLab lab = new RegistryLab(folder, 3, 50)) {
            String first = lab.awaitLeader();
            long epoch = lab.epoch(first);

            lab.ids().forEach(id -> lab.process(id).kill());
            lab.ids().forEach(lab::start);
            String next = lab.awaitLeader();

            assertThat(lab.epoch(next)).isGreaterThan(epoch);
            lab.awaitAgreementOn(next);
            lab.checkHistories();
        }
    }

    @Test
    void aRollingRestartHandsOverInGoodOrder() {
        int nodes = Boolean.getBoolean("baton.long") ? 5 : 3;
        try (RegistryLab lab = new RegistryLab(folder, nodes, 50)) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);

            for (String id : List.copyOf(lab.ids())) {
                lab.process(id).say("close");
                lab.process(id).await("closed", RegistryLab.PATIENCE);
                lab.process(id).awaitEnd();
                lab.awaitLeader();
                lab.start(id);
                lab.process(id).await("ready", RegistryLab.PATIENCE);
                lab.awaitAgreementOn(lab.awaitLeader());
            }

            lab.checkHistories();
        }
    }
}
