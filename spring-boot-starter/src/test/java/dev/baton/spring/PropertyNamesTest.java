// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.SetupFailuresTest.assertRefused;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A property that nobody reads stops the start: a default would be used in its place. */
@ExtendWith(OutputCaptureExtension.class)
class PropertyNamesTest {
    @RegisterExtension
    private final RecordedFaults faults = new RecordedFaults();

    private final ApplicationContextRunner bare =
            new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class));

    private final ApplicationContextRunner runner =
            bare.withPropertyValues("baton.elector=standalone", "baton.elections=nightly");

    @Test
    void aNameThatIsMisspelt() {
        assertRefused(
                bare.withPropertyValues("baton.election=nightly"),
                "Baton has no property baton.election.",
                "In place of baton.election, write baton.elections.");
        assertRefused(
                runner.withPropertyValues("baton.candidates.nightly.stop-tiem-out=3s", "baton.sql.leese=2s"),
                "Baton has no properties baton.candidates.nightly.stop-tiem-out, baton.sql.leese.",
                "write baton.sql.lease.");
    }

    @Test
    void aNameInTheWrongPlace() {
        assertRefused(
                runner.withPropertyValues("baton.lease=2s"),
                "Baton has no property baton.lease.",
                "In place of baton.lease, write baton.raft.lease or baton.registry.lease or baton.sql.lease.");
        assertRefused(
                runner.withPropertyValues("baton.nightly.eligible=false"),
                "Baton has no property baton.nightly.eligible.",
                "write baton.candidates.<election>.eligible.");
        assertRefused(
                runner.withPropertyValues("baton.candidates.nightly=leader"),
                "Baton has no property baton.candidates.nightly.",
                "Remove baton.candidates.nightly.");
    }

    @Test
    void whateverHasItsOtherSpellingsIsKnown() {
        faults.in(bare)
                .withPropertyValues(
                        "baton.elector=standalone",
                        "baton.elections[0]=nightly",
                        "baton.elections[1]=end.of.day",
                        "baton.sql.createSchema=true",
                        "baton.sql.request_timeout=1s",
                        "baton.raft.tls.certificate=a.pem",
                        "baton.bully.join[0]=127.0.0.1:2222",
                        "baton.candidates=",
                        "baton.candidates.nightly.stopTimeout=5m",
                        "baton.candidates[end.of.day].stop-timeout=5m")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void ofAnElectorThatIsNotThereNothingIsSaid() {
        faults.in(runner)
                .withClassLoader(new FilteredClassLoader("dev.baton.raft"))
                .withPropertyValues("baton.raft.whatever=1", "baton.candidates.nightly.stop-timeout=5m")
                .run(context -> assertThat(context).hasNotFailed());
        assertRefused(runner.withPropertyValues("baton.raft.whatever=1"), "baton.raft.whatever", "Remove");
    }

    @Test
    void whatTheSystemHasBesidesIsLeftAlone() {
        faults.in(runner)
                .withSystemProperties("baton.of.another.program=1")
                .withPropertyValues("baton.candidates.nightly.stop-timeout=5m")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aNodeThatStandsNowhereSaysSo(CapturedOutput output) {
        faults.in(bare).withPropertyValues("baton.elector=standalone").run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(output).contains("baton.elections is empty: this node stands in no election");
        });
    }
}
