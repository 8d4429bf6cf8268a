// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.lab.TcpProxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * One registry of real processes, encrypted, that is hurt again and again; its histories are checked each time. Three
 * processes, or five with {@code -Dbaton.long=true}.
 */
@Timeout(400)
class RegistryProcessesIT {
    private static final Duration LEASE = RegistrySettings.TERMS.lease();
    private static final int MEGABIT = 125_000;
    private static final int TAKEOVER_DELAY_MILLIS = 50;
    /** As docs/registry.md has it. */
    private static final Duration REPLACED_WITHIN = LEASE.multipliedBy(2)
            .plusMillis(TAKEOVER_DELAY_MILLIS)
            .plus(RegistrySettings.TERMS
                    .requestTimeout()
                    .plus(RegistrySettings.TERMS.renewInterval().dividedBy(2))
                    .multipliedBy(3));

    @TempDir
    private static Path folder;

    private static RegistryLab lab;

    /** The leader that all agree on before each test, and its epoch. */
    private String first;

    private long epoch;

    @BeforeAll
    static void start() {
        lab = RegistryLab.behindProxies(folder, Boolean.getBoolean("baton.long") ? 5 : 3, TAKEOVER_DELAY_MILLIS);
    }

    @AfterAll
    static void end() {
        lab.close();
    }

    @BeforeEach
    void allAreHere() {
        first = lab.restore();
        epoch = lab.epoch(first);
    }

    @Test
    void aKilledLeaderIsReplacedByProofAndAResignationHandsOver() {
        lab.awaitVoters();
        first = lab.awaitAgreement();
        epoch = lab.epoch(first);

        long killedAt = System.nanoTime();
        lab.process(first).kill();
        String second = lab.awaitLeaderAbove(epoch);

        System.out.println("kill -9 to the next leader: " + (lab.actingAt(second) - killedAt) / 1_000_000 + " ms");
        lab.process(second).await("down " + epoch + " GONE", RegistryLab.PATIENCE);
        lab.start(first);
        lab.process(first).await("ready", RegistryLab.PATIENCE);
        lab.awaitAgreementOn(second);

        assertThat(lab.handedOver(second)).isNotEqualTo(second);
        lab.checkHistories();
    }

    @Test
    void aPausedLeaderIsReplacedAndStopsWhenItWakes() {
        lab.process(first).pause();
        String second = lab.awaitLeaderAbove(epoch);
        lab.process(first).resume();

        lab.awaitRevoked(first, epoch);
        lab.awaitAgreementOn(second);
        lab.checkHistories();
    }

    /**
     * One that stood still is back, but not in the view of the others yet, when the leader freezes: it votes all the same.
     * With {@code -Dbaton.long=true} ten times.
     */
    @Test
    void aLeaderThatFreezesIsReplacedInTimeAlthoughAnotherIsNotBackInTheGroup() {
        for (int round = 0; round < (Boolean.getBoolean("baton.long") ? 10 : 1); round++) {
            List<String> others =
                    lab.ids().stream().filter(id -> !id.equals(first)).toList();
            List<String> apart = others.subList(0, (lab.ids().size() - 1) / 2);
            apart.forEach(id -> lab.process(id).pause());
            lab.awaitView(
                    first, lab.ids().stream().filter(id -> !apart.contains(id)).toList());
            apart.forEach(id -> lab.process(id).resume());
            long frozenAt = System.nanoTime();
            lab.process(first).pause();

            String next = lab.awaitLeaderAbove(epoch);

            Duration took = Duration.ofNanos(lab.actingAt(next) - frozenAt);
            System.out.println(
                    "freeze of a leader to the next one, with another not back yet: " + took.toMillis() + " ms");
            assertThat(took).isLessThan(REPLACED_WITHIN);
            first = lab.restore();
            epoch = lab.epoch(first);
        }
        lab.checkHistories();
    }

    @Test
    void aSlowNetworkDoesNotFlapResetsAreSurvivedAndOneThatIsTooSlowHasNoLeader() {
        lab.setLinks(new TcpProxy.Pace(Duration.ofMillis(75), MEGABIT));
        assertThat(lab.electionsWithin(LEASE.multipliedBy(2))).isLessThanOrEqualTo(1);

        for (int i = 0; i < 4; i++) {
            lab.resetLinks();
            RegistryLab.let(LEASE.dividedBy(6));
        }
        String second = lab.awaitAgreement();
        long next = lab.epoch(second);

        // There and back takes longer than a lease: whatever is promised has run out when it arrives.
        lab.setLinks(new TcpProxy.Pace(Duration.ofSeconds(2), MEGABIT));
        lab.awaitRevoked(second, next);
        RegistryLab.let(LEASE);
        assertThat(lab.leaders()).isEmpty();

        lab.setLinks(TcpProxy.Pace.FULL);
        lab.awaitAgreement();
        lab.checkHistories();
    }

    @Test
    void restartingAllAtOnceGivesOneLeaderWithAHigherEpoch() {
        lab.ids().forEach(id -> lab.process(id).kill());
        lab.ids().forEach(lab::start);

        assertThat(lab.epoch(lab.awaitAgreement())).isGreaterThan(epoch);
        lab.checkHistories();
    }

    @Test
    void aRollingRestartHandsOverInGoodOrder() {
        for (String id : List.copyOf(lab.ids())) {
            lab.process(id).say("close");
            lab.process(id).await("closed", RegistryLab.PATIENCE);
            lab.process(id).awaitEnd();
            lab.awaitLeader();
            lab.start(id);
            lab.process(id).await("ready", RegistryLab.PATIENCE);
            lab.awaitAgreement();
        }

        lab.checkHistories();
    }
}
