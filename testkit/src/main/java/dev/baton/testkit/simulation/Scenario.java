// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.CandidateSettings;
import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster and the weather it has to live in.
 *
 * @param terms one per node; they differ while a cluster is being reconfigured
 * @param settings one per node
 * @param habits one per node
 * @param disturbed how long faults happen
 * @param busiest how long a task may have to wait for its turn
 * @param clockJumps whether the store's clock jumps
 * @param faultsEndProcesses whether the fault handler ends the process, as it does unless told otherwise
 * @param peerChannel whether processes watch each other
 * @param storeTells whether the store tells of releases
 */
public record Scenario(
        List<ElectionName> elections,
        List<LeaseTerms> terms,
        List<CandidateSettings> settings,
        List<DutyFaultRates> habits,
        Duty.Policy policy,
        Duration disturbed,
        Duration meanQuiet,
        Duration busiest,
        boolean clockJumps,
        boolean faultsEndProcesses,
        boolean peerChannel,
        boolean storeTells) {
    private static final Duration MAX_REST = Duration.ofSeconds(3);
    private static final Duration SLACK = Duration.ofSeconds(10);
    /** Longer than the renewal interval after which a claimant looks again where no store tells of a release. */
    private static final Duration HEAD_START = Duration.ofSeconds(4);

    static Scenario random(SeededRandom chance) {
        int nodes = chance.between(3, 7);
        LeaseTerms common = terms(chance);
        boolean mixed = chance.happens(0.1);
        Duration windDown = chance.millis(100, 600);
        Duration priorityStep = Duration.ofMillis(chance.between(0, 10));
        Duration takeoverDelay = chance.happens(0.5) ? Duration.ZERO : chance.millis(1, 2_000);
        Duration minimumHold = chance.happens(0.2) ? Duration.ZERO : chance.millis(500, 6_000);
        List<LeaseTerms> terms = new ArrayList<>();
        List<CandidateSettings> settings = new ArrayList<>();
        List<DutyFaultRates> habits = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            terms.add(mixed ? terms(chance) : common);
            settings.add(CandidateSettings.builder()
                    .eligible(i == 0 || chance.happens(0.9))
                    .priority(chance.happens(0.6) ? 100 : chance.between(0, 100))
                    .priorityStep(priorityStep)
                    .takeoverDelay(takeoverDelay)
                    .successorHeadStart(HEAD_START)
                    .rest(chance.millis(100, (int) MAX_REST.toMillis()))
                    .minimumHold(minimumHold)
                    .windDown(windDown)
                    .checkInterval(Duration.ofSeconds(2))
                    .unhealthyAfter(2)
                    .build());
            habits.add(DutyFaultRates.random(chance, windDown.dividedBy(2)));
        }
        return new Scenario(
                elections(chance.between(1, 3)),
                terms,
                settings,
                habits,
                new Duty.Policy(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        Duration.ofMillis(100),
                        Duration.ofSeconds(1),
                        2,
                        Duration.ofSeconds(20)),
                Duration.ofSeconds(chance.between(60, 120)),
                chance.millis(500, 5_000),
                Duration.ofMillis(chance.between(0, 5)),
                chance.happens(0.1),
                chance.happens(0.9),
                chance.happens(0.5),
                chance.happens(0.5));
    }

    private static LeaseTerms terms(SeededRandom chance) {
        Duration lease = chance.millis(2_000, 8_000);
        return new LeaseTerms(
                lease,
                part(lease, chance.between(20, 30)),
                part(lease, chance.between(5, 20)),
                part(lease, chance.between(10, 40)));
    }

    /** The longest lease of any node. */
    Duration lease() {
        return terms.stream().map(LeaseTerms::lease).max(Duration::compareTo).orElseThrow();
    }

    private static Duration part(Duration whole, int percent) {
        return whole.multipliedBy(percent).dividedBy(100);
    }

    private static List<ElectionName> elections(int count) {
        List<ElectionName> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            names.add(ElectionName.of("election-" + (char) ('a' + i)));
        }
        return names;
    }

    /**
     * The longest that it may take from then on until no node is preferred over a leader. What a preferred node did before
     * may have doubled the wait for it five times.
     */
    Duration preference() {
        return settings.get(0).minimumHold().plus(MAX_REST).multipliedBy(33).plus(convergence());
    }

    /** The longest that a cluster may take, once all faults are gone, until it has leaders that all nodes know. */
    Duration convergence() {
        CandidateSettings any = settings.get(0);
        return lease().multipliedBy(5)
                .plus(any.takeoverDelay())
                .plus(any.successorHeadStart())
                .plus(any.priorityStep().multipliedBy(100))
                .plus(MAX_REST)
                .plus(SLACK);
    }

    /** The longest time in which a pause may still show. */
    Duration aftermath() {
        return lease().plus(policy.stopTimeout());
    }
}
