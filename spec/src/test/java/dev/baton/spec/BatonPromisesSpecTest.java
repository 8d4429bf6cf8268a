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
 * TLC over {@code BatonPromises.tla}: three voters, two of which stand. As for {@link BatonLeaseSpecTest}, what can happen is
 * checked in parts, and each rule is taken away in a part in which everything holds with it.
 */
class BatonPromisesSpecTest {
    /** What happens together, and how many states it makes. */
    enum Part {
        /** Attempts that fail, leaderships that lapse, and late answers: 11 000. */
        ATTEMPTS("Events = {}"),
        /** Leaders that renew: 20 000. */
        RENEWALS("Events = {\"renew\"}"),
        /** Leaders that give back, and processes that end and are proven to be gone: 53 000. */
        ENDS("Events = {\"release\", \"restart\", \"gone\"}"),
        /** Processes that end before what they promise is durable: 27 000. */
        WRITES("Events = {\"restart\", \"slow disk\"}", "MaxEpoch = 1"),
        /** Leases of two lengths, renewals, and voters that start again: 293 000. */
        LENGTHS("Events = {\"restart\", \"renew\"}", "Leases = {1, 2}");

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

    private ModelCheck model(Part part) {
        return new ModelCheck("BatonPromises", folder, part == Part.LENGTHS);
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void promisesKeepLeadersApart(Part part) throws Exception {
        model(part).holds(part.changes());
    }

    @ParameterizedTest(name = "{1} breaks {2}")
    @CsvSource({
        "ATTEMPTS, Counted = 1, AtMostOneActs",
        "ATTEMPTS, Margin = 0, AtMostOneActs",
        "ATTEMPTS, OnePromise = FALSE, AtMostOneActs",
        "ATTEMPTS, DeadlineFromQuestion = FALSE, AtMostOneActs",
        "ATTEMPTS, AttemptsEnd = FALSE, AtMostOneActs",
        "ATTEMPTS, SilenceIsProof = TRUE, AtMostOneActs",
        "ATTEMPTS, WillingCounts = TRUE, AtMostOneActs",
        "ATTEMPTS, EpochsAbove = FALSE, EpochsAreUnique",
        "RENEWALS, RenewalsWait = FALSE, AtMostOneActs",
        "ENDS, StopBeforeRelease = FALSE, AtMostOneActs",
        "ENDS, Abstains = FALSE, AtMostOneActs",
        "WRITES, PersistFirst = FALSE, EpochsAreUnique",
        "LENGTHS, AbstainsForLongest = FALSE, AtMostOneActs",
        "LENGTHS, LongestIsDurable = FALSE, AtMostOneActs"
    })
    void withoutOneOfTheRulesItsPromiseIsBroken(Part part, String mutant, String broken) throws Exception {
        List<String> changes = part.changes();
        changes.add(mutant);

        model(part).breaks(broken, changes);
    }

    /** Else the check of the rules would say nothing about leaders that follow each other. */
    @Test
    void leadersFollowEachOther() throws Exception {
        model(Part.ATTEMPTS).breaks("NobodyFollows", Part.ATTEMPTS.changes());
    }

    /** All at once; takes long. */
    @Test
    @EnabledIfSystemProperty(named = "baton.long", matches = "true", disabledReason = "takes long")
    void promisesKeepLeadersApartWhateverHappensTogether() throws Exception {
        new ModelCheck("BatonPromises", folder, true).holds(List.of());
    }
}
