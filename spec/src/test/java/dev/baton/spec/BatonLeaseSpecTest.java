// SPDX-License-Identifier: Apache-2.0
package dev.baton.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * TLC over {@code BatonLease.tla}: its invariants hold, and each rule is needed. What can happen is checked in parts, and
 * each rule is taken away in a part, and within the bounds, in which everything holds with it.
 */
class BatonLeaseSpecTest {
    /** What happens together, and how many messages are under way at once. */
    enum Part {
        /** Late and lost messages, leases given back, rows of leases that are over deleted. */
        MESSAGES("\"release\", \"lose over\"", 2),
        /** Processes that die and start again, with late messages. */
        DEATHS("\"die\"", 2),
        /** Processes that pause, and that close their channel and stand again. */
        PAUSES("\"pause\", \"close\"", 1),
        /** Writes under way, and a store that loses rows at any time, which can make two leaders, but not one epoch twice. */
        LOSSES("\"write\", \"lose live\"", 1),
        /** Another member of a group comes to time the leases, with late messages and leases given back. */
        JUDGES("\"judge\", \"release\"", 2);

        private final String events;
        private final int inFlight;

        Part(String events, int inFlight) {
            this.events = events;
            this.inFlight = inFlight;
        }

        List<String> changes() {
            List<String> changes = new ArrayList<>(List.of("Events = {" + events + "}", "MaxInFlight = " + inFlight));
            if (this == LOSSES) {
                changes.add("INVARIANT AtMostOneBelieves -> ");
            }
            return changes;
        }
    }

    @TempDir
    private Path folder;

    private ModelCheck model() {
        return new ModelCheck("BatonLease", folder, Boolean.getBoolean("baton.long"));
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void rulesKeepTheirPromises(Part part) throws Exception {
        model().holds(part.changes());
    }

    @ParameterizedTest(name = "{1} breaks {2}")
    @CsvSource({
        "MESSAGES, DeadlineFromSend = FALSE, AtMostOneBelieves",
        "MESSAGES, Margin = 0, AtMostOneBelieves",
        "MESSAGES, AcquireWaits = FALSE, AtMostOneBelieves",
        "MESSAGES, RenewChecksToken = FALSE, AtMostOneBelieves",
        "MESSAGES, ReleaseChecksToken = FALSE, AtMostOneBelieves",
        "MESSAGES, StopBeforeRelease = FALSE, AtMostOneBelieves",
        "MESSAGES, EpochAboveFence = FALSE, EpochsAreUnique",
        "DEATHS, ProofOfThisLease = FALSE, AtMostOneBelieves",
        "PAUSES, ProofIsWithdrawn = FALSE, AtMostOneBelieves",
        "PAUSES, ListenerOutlives = FALSE, AtMostOneBelieves",
        "PAUSES, SilenceIsProof = TRUE, AtMostOneBelieves",
        "PAUSES, RefusalIsProof = TRUE, AtMostOneBelieves",
        "LOSSES, DurableFirst = FALSE, EpochsAreUnique",
        "LOSSES, Fence = FALSE, FencedWritesNeverRegress",
        "JUDGES, JudgeStartsAfresh = FALSE, AtMostOneBelieves"
    })
    void withoutOneOfTheRulesItsPromiseIsBroken(Part part, String mutant, String broken) throws Exception {
        List<String> changes = part.changes();
        changes.add(mutant);

        model().breaks(broken, changes);
    }

    /** Else the check of the rules would say nothing about proofs. */
    @Test
    void leasesAreTakenByProofBeforeTheyExpire() throws Exception {
        List<String> changes = Part.DEATHS.changes();
        changes.add("INVARIANT EpochsAreUnique -> PROPERTY NeverTakenByProof");

        assertThat(model().run(changes)).contains("Action property NeverTakenByProof is violated.");
    }

    /** All at once; takes long. */
    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true", disabledReason = "takes long")
    void rulesKeepTheirPromisesWhateverHappensTogether() throws Exception {
        model().holds(List.of());
    }
}
