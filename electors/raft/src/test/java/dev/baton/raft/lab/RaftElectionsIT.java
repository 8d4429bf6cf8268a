// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.lab.ProcessLab;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Real processes that elect on their own group, with their histories checked. Each test leaves them as it found them. */
@Timeout(180)
@Isolated
class RaftElectionsIT {
    /** Long enough that nobody is replaced because the machine is busy. */
    private static final Duration LEASE = Duration.ofSeconds(4);

    @TempDir
    private static Path folder;

    private static RaftLab lab;

    private String groupLeader;
    private long epoch;

    @BeforeAll
    static void startThreeMembersAndAClient() {
        lab = new RaftLab(folder, 3, LEASE).startAll();
        lab.start("client4");
    }

    @AfterAll
    static void end() {
        if (lab != null) {
            lab.close();
        }
    }

    @BeforeEach
    void lookWhoLeads() {
        lab.awaitReady();
        lab.awaitAgreement();
        groupLeader = lab.awaitGroupLeader();
    }

    @AfterEach
    void restore() {
        lab.checkHistories();
        lab.restore();
    }

    private void holds(String id) {
        lab.lead(id);
        epoch = lab.epoch(id);
    }

    private String otherMember() {
        return lab.living().stream()
                .filter(id -> id.startsWith("node") && !id.equals(groupLeader))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void killOfTheHolderThatLeadsTheGroup() {
        holds(groupLeader);

        lab.process(groupLeader).kill();

        String next = lab.awaitLeaderOtherThan(groupLeader);
        assertThat(lab.epoch(next)).isGreaterThan(epoch);
    }

    @Test
    void killOfAHolderThatFollowsInTheGroup() {
        String holder = otherMember();
        holds(holder);

        lab.process(holder).kill();

        String next = lab.awaitLeaderOtherThan(holder);
        assertThat(lab.epoch(next)).isGreaterThan(epoch);
    }

    @Test
    void killOfAHolderThatIsNoMember() {
        holds("client4");

        lab.process("client4").kill();

        assertThat(lab.epoch(lab.awaitLeaderOtherThan("client4"))).isGreaterThan(epoch);
    }

    @Test
    void aHolderThatStandsStillForLongerThanItsLeaseIsReplacedAndNoticesIt() {
        String holder = otherMember();
        holds(holder);

        lab.process(holder).pause();
        String next = lab.awaitLeaderOtherThan(holder);
        long nextActs = lab.actingAt(next);
        lab.process(holder).resume();

        assertThat(lab.awaitRevoked(holder, epoch)).isGreaterThan(nextActs);
        lab.awaitAgreementOn(next);
    }

    @Test
    void aHolderThatLeadsTheGroupAndStandsStillIsReplaced() {
        holds(groupLeader);

        lab.process(groupLeader).pause();
        String next = lab.awaitLeaderOtherThan(groupLeader);
        assertThat(lab.epoch(next)).isGreaterThan(epoch);
        ProcessLab.let(Duration.ofMillis(100));
        lab.process(groupLeader).resume();

        lab.awaitRevoked(groupLeader, epoch);
        lab.awaitAgreement();
    }
}
