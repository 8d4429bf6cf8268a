// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each rule that guards the product finds what is wrong with a small product made to break it. */
class RulesCanFailTest {
    private static final String ROOT = "dev.baton.architecture.broken";
    private static final JavaClasses BROKEN = new ClassFileImporter().importPackages(ROOT);
    private static final Map<String, ArchRule> RULES = new Rules(ROOT).all();

    /** Rule to the words its report must contain. */
    private static final Map<String, List<String>> EXPECTED = Map.ofEntries(
            entry("every class belongs to a module", List.of("broken.unlisted.NobodysClass")),
            entry("few types of the API depend on what is internal", List.of("broken.ShowsInternals")),
            entry("API and SPI show nothing internal", List.of("ShowsInternals.<init>", "ShowsInternals.tickers()")),
            entry("what users could have written uses nothing internal", List.of("broken.examples.UsesInternals")),
            entry("packages of core are free of cycles", List.of("broken.internal.duty", "broken.internal.lease")),
            entry(
                    "core takes time from its runtime package",
                    List.of("currentTimeMillis", "nanoTime", "Thread.sleep", "TimeUnit.sleep", "Instant.now")),
            entry("rules are given the time", List.of("broken.sql.ClockRules", "nanoTime")),
            entry("a Raft group reads no time of day", List.of("broken.raft.ReadsTheCalendar", "currentTimeMillis")),
            entry("what elections wait for never blocks on a log", List.of("broken.spi.LogsItself")),
            entry("packages are named for their subject", List.of("broken.spi.util.Odds")),
            entry("classes are named for what they are", List.of("LeaseManager", "LeaseUtils")),
            entry("static fields are final", List.of("LeaseManager.latest")),
            entry("arrows of core", List.of("broken.spi.KnowsTooMuch", "broken.sql.KnowsTheServer")),
            entry("libraries of core", List.of("broken.spi.KnowsTooMuch", "org.assertj")),
            entry("arrows of sql", List.of("broken.sql.KnowsTheServer", "broken.server.Server")));

    @TestFactory
    Stream<DynamicTest> ruleFindsWhatIsWrong() {
        return EXPECTED.entrySet().stream()
                .map(expected -> DynamicTest.dynamicTest(
                        expected.getKey(),
                        () -> assertThat(report(expected.getKey())).contains(expected.getValue())));
    }

    @Test
    void everyKindOfRuleIsSeenToFail() {
        // One code makes the arrows, libraries and cycles of all modules: those of core and sql stand for the rest.
        TreeSet<String> unseen = new TreeSet<>(RULES.keySet());
        unseen.removeAll(EXPECTED.keySet());

        assertThat(unseen).allMatch(it -> it.matches("(arrows|libraries|packages) of .*"));
    }

    @Test
    void runtimePackageMayReadTheClock() {
        assertThat(report("core takes time from its runtime package")).doesNotContain("broken.internal.runtime");
    }

    @Test
    void arrowsOnTheMapAreAllowed() {
        assertThat(report("arrows of sql")).doesNotContain("broken.sql.KnowsCore");
        assertThat(report("arrows of server")).isEmpty();
    }

    private static String report(String rule) {
        return String.join(
                "\n", RULES.get(rule).evaluate(BROKEN).getFailureReport().getDetails());
    }
}
