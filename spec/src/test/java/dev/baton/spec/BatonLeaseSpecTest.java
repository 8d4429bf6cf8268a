// SPDX-License-Identifier: Apache-2.0
package dev.baton.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TLC over {@code BatonLease.tla}: its invariants hold, and each rule is needed. */
class BatonLeaseSpecTest {
    @TempDir
    private Path states;

    @Test
    void rulesKeepTheirPromises() throws Exception {
        assertThat(check("BatonLease")).contains("Model checking completed. No error has been found.");
    }

    @ParameterizedTest(name = "{0} breaks {1}")
    @CsvSource({
        "NoFence, FencedWritesNeverRegress",
        "DeadlineFromAnswer, AtMostOneBelieves",
        "NoMargin, AtMostOneBelieves",
        "SilenceIsProof, AtMostOneBelieves",
        "ListenerClosedEarly, AtMostOneBelieves"
    })
    void withoutOneOfTheRulesAPromiseIsBroken(String mutant, String broken) throws Exception {
        assertThat(check(mutant)).contains("Invariant " + broken + " is violated.");
    }

    @Test
    void leasesAreTakenByProofBeforeTheyExpire() throws Exception {
        assertThat(check("ProofIsUsed")).contains("Action property NeverTakenByProof is violated.");
    }

    /** Runs TLC in a process of its own, since it ends the one it runs in; says what it printed. */
    private String check(String configuration) throws IOException, InterruptedException {
        Process tlc = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseParallelGC",
                        "-Xmx1g",
                        "-Djava.io.tmpdir=" + states,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "tlc2.TLC",
                        "-workers",
                        "2",
                        "-metadir",
                        states.resolve("meta").toString(),
                        "-config",
                        configuration + ".cfg",
                        "BatonLease.tla")
                .directory(new File(System.getProperty("basedir", ".")))
                .redirectErrorStream(true)
                .start();
        String output = new String(tlc.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        tlc.waitFor();
        return output;
    }
}
