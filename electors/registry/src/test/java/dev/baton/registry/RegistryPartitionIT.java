// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The registry in real processes, each in a network of its own that is really cut. */
@Timeout(180)
class RegistryPartitionIT {
    @TempDir
    Path folder;

    @BeforeAll
    static void needsNamespaces() {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
    }

    @Test
    void aLeaderThatIsCutOffStopsBeforeTheOthersElectWhicheverWayIsCut() {
        try (Namespaces network = new Namespaces(3);
                RegistryLab lab = new RegistryLab(folder, 3, 50, network)) {
            String first = lab.awaitLeader();
            lab.awaitAgreementOn(first);

            lab.ids().stream()
                    .filter(id -> !id.equals(first))
                    .forEach(id -> network.cutBothWays(RegistryLab.number(first), RegistryLab.number(id)));
            String second = lab.awaitLeaderOtherThan(first);
            lab.process(first).await("revoked", RegistryLab.PATIENCE);
            assertThat(lab.revokedAt(first)).isLessThanOrEqualTo(lab.electedAt(second));
            long healedAt = System.currentTimeMillis();
            network.mendAll();
            lab.awaitAgreementOn(second);
            System.out.println("agreement after heal: " + (System.currentTimeMillis() - healedAt) + " ms");

            // One way: its messages leave, but no answer comes back.
            lab.ids().stream()
                    .filter(id -> !id.equals(second))
                    .forEach(id -> network.cut(RegistryLab.number(id), RegistryLab.number(second)));
            String third = lab.awaitLeaderOtherThan(second);
            assertThat(lab.revokedAt(second)).isLessThanOrEqualTo(lab.electedAt(third));
            network.mendAll();
            lab.awaitAgreementOn(third);

            lab.checkHistories();
        }
    }

    @Test
    void anOverlappingPartitionOfFiveHasOneLeaderAtMostAndHeals() {
        try (Namespaces network = new Namespaces(5);
                RegistryLab lab = new RegistryLab(folder, 5, 50, network)) {
            String first = lab.awaitLeader();
            lab.awaitAgreementOn(first);

            // A ring: everybody hears its two neighbours only.
            for (int i = 1; i <= 5; i++) {
                network.cutBothWays(i, (i + 1) % 5 + 1);
            }
            lab.process(lab.awaitLeader()).say("resign");
            lab.process(first).await("revoked", RegistryLab.PATIENCE);
            lab.awaitLeaderOtherThan("nobody");
            network.mendAll();

            lab.awaitAgreementOn(lab.awaitLeader());
            lab.checkHistories();
        }
    }
}
