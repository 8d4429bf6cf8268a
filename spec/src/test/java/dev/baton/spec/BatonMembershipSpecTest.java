// SPDX-License-Identifier: Apache-2.0
package dev.baton.spec;

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
 * TLC over {@code BatonMembership.tla}: one to four voters. As for {@link BatonLeaseSpecTest}, what can happen is checked in
 * parts, and each rule is taken away in a part in which everything holds with it.
 */
class BatonMembershipSpecTest {
    /** What happens together, and how many states it makes. */
    enum Part {
        /** One voter becomes three, while processes start again: 16 000. */
        GROWING("Changes = {\"add\"}", "Chairs = {a, b, c}", "Events = {\"restart\"}", "MaxEpoch = 1", "MaxSteps = 2"),
        /** One voter becomes three, while leaders renew: 9 000. */
        RENEWALS("Changes = {\"add\"}", "Chairs = {a}", "Events = {\"renew\"}", "MaxEpoch = 1", "MaxSteps = 2"),
        /** One voter becomes three, with epochs that have to rise: 50 000. */
        EPOCHS(
                "Changes = {\"add\"}",
                "Leading = {a}",
                "Chairs = {}",
                "Candidates = {a, b}",
                "Events = {\"epochs\"}",
                "MaxEpoch = 0",
                "MaxSteps = 3"),
        /** Three voters become one: 8 000. */
        SHRINKING(
                "First = {a, b, c}",
                "Changes = {\"remove\"}",
                "Leading = {a}",
                "Chairs = {}",
                "Events = {}",
                "MaxEpoch = 0",
                "MaxSteps = 3"),
        /** Of four voters one leaves, who has promised: 17 000. */
        LEAVING(
                "Nodes = {a, b, c, d}",
                "First = {a, b, c, d}",
                "Changes = {\"remove\"}",
                "Leading = {a}",
                "Chairs = {}",
                "Candidates = {a, b}",
                "Events = {}",
                "MaxEpoch = 0",
                "MaxSteps = 2"),
        /** Two nodes lead the membership of three, one after the other or both at once: 14 000. */
        LEADERS("First = {a, b, c}", "Candidates = {}", "Events = {}", "MaxSteps = 2"),
        /** The same with four nodes, of which one has been elected before: 36 000. */
        SUCCESSION(
                "Nodes = {a, b, c, d}",
                "First = {a, b, c}",
                "Leading = {a}",
                "Chairs = {b}",
                "Candidates = {}",
                "Events = {}",
                "MaxEpoch = 1",
                "MaxSteps = 2"),
        /** Two nodes lead the membership, while there are leaders that act: 92 000. */
        TOGETHER(
                "First = {a, b}",
                "Leading = {a}",
                "Chairs = {b}",
                "Candidates = {b, c}",
                "Events = {}",
                "MaxEpoch = 1",
                "MaxSteps = 2");

        private final List<String> changes;

        Part(String... changes) {
            this.changes = List.of(changes);
        }

        List<String> changes() {
            return new ArrayList<>(changes);
        }
    }

    @TempDir
    private Path folder;

    private ModelCheck model() {
        return new ModelCheck("BatonMembership", folder, Boolean.getBoolean("baton.long"));
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void majoritiesMeetWhileVotersComeAndGo(Part part) throws Exception {
        model().holds(part.changes());
    }

    @ParameterizedTest(name = "{1} breaks {2}")
    @CsvSource({
        "GROWING, OneAtATime = FALSE, AtMostOneActs",
        "GROWING, WaitsForMajority = FALSE, AtMostOneActs",
        "GROWING, WaitsForPromises = FALSE, AtMostOneActs",
        "GROWING, SettlesWhenStored = FALSE, AtMostOneActs",
        "GROWING, DurableFirst = FALSE, MajoritiesMeet",
        "EPOCHS, CarriesEpochs = FALSE, EpochsRise",
        "SHRINKING, OneAtATime = FALSE, MajoritiesMeet",
        "SHRINKING, WaitsForMajority = FALSE, MajoritiesMeet",
        "SHRINKING, MajorityOfPresent = FALSE, MajoritiesMeet",
        "LEAVING, FormerDoNotCount = FALSE, AtMostOneActs",
        "LEADERS, BeginsWithFound = FALSE, MajoritiesMeet",
        "LEADERS, LaterLeaderWins = FALSE, MajoritiesMeet",
        "SUCCESSION, RefusesOlder = FALSE, MajoritiesMeet",
        "SUCCESSION, LeadershipLapses = FALSE, VersionsAreUnique"
    })
    void withoutOneOfTheRulesItsPromiseIsBroken(Part part, String mutant, String broken) throws Exception {
        List<String> changes = part.changes();
        changes.add(mutant);

        model().breaks(broken, changes);
    }

    /** Else the check of the rules would say nothing about the votes of those who were added. */
    @Test
    void thoseWhoWereAddedElect() throws Exception {
        model().breaks("OnlyTheFirstAct", Part.GROWING.changes());
    }

    /** All at once; takes long. */
    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true", disabledReason = "takes long")
    void majoritiesMeetWhateverHappensTogether() throws Exception {
        model().holds(List.of());
    }
}
