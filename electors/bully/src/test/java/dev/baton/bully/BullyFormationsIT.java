// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.QuorumMode;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Scenarios, as in {@link BullyScenariosIT}, on clusters that are formed in another way. */
@Timeout(180)
@Isolated
class BullyFormationsIT {
    @TempDir
    Path folder;

    @Test
    void nodeJoinsWithAHigherId() {
        try (BullyLab lab = new BullyLab(folder).withMembers("node1", "node2")) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            long epoch = lab.epoch(leader);

            lab.with("node10");
            lab.awaitAgreementOn(leader);

            assertThat(lab.epoch(leader)).as("joining disturbs nobody").isEqualTo(epoch);
            lab.process(leader).kill();
            // Mostly node10, but a lower node does not wait for one that has not noticed the end yet
            // (HigherPeerRoundTest).
            assertThat(lab.awaitLeaderOtherThan(leader)).isIn("node1", "node2", "node10");
            lab.checkHistories();
        }
    }

    @Test
    void twoNodesAndAWitnessOutliveOneNode() {
        try (BullyLab lab = new BullyLab(folder).withMembers("node1", "node2")) {
            lab.start("zz", "cluster_pass", MemberRole.WITNESS);
            lab.awaitMembers(3);
            String leader = lab.awaitLeader();
            assertThat(leader).isNotEqualTo("zz");

            lab.process(leader).kill();
            String next = lab.awaitLeaderOtherThan(leader);

            assertThat(next).as("a witness never leads").isNotEqualTo("zz");
            lab.checkHistories();
        }
    }

    @Test
    void withoutAQuorumEachSideLeadsAndOneIsLeftAfterTheHeal() {
        try (BullyLab lab = new BullyLab(folder, QuorumMode.NONE).withMembers("node1", "node2", "node3")) {
            eventually("one leads, and all see it", BullyLab.PATIENCE, lab::agree, lab::leaders);
            String leader = lab.awaitLeader();
            List<String> others =
                    lab.living().stream().filter(id -> !id.equals(leader)).toList();
            lab.split(List.of(leader), others);
            String second = lab.awaitLeaderOtherThan(leader);
            eventually("both sides lead", BullyLab.PATIENCE, () -> lab.leaders().size() == 2, lab::leaders);

            long healed = System.nanoTime();
            lab.heal();
            eventually("one is left", BullyLab.PATIENCE, () -> lab.leaders().size() == 1, lab::leaders);

            String loser = lab.leaders().contains(leader) ? second : leader;
            long took = (lab.revokedAt(loser) - healed) / 1_000_000;
            System.out.println("conflicting leaders resolved " + took + " ms after the heal");
            eventually("all see the one that is left", BullyLab.PATIENCE, lab::agree, lab::leaders);
        }
    }
}
