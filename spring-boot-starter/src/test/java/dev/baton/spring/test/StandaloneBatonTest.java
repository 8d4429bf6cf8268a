// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FaultHandler;
import dev.baton.Leadership;
import dev.baton.spring.Elections;
import dev.baton.spring.LeaderOnly;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** An application whose tests need no database. */
@SpringBootTest(properties = {"baton.elections=nightly", "baton.elector=sql"})
@StandaloneBaton
@ExtendWith(OutputCaptureExtension.class)
class StandaloneBatonTest {
    @Autowired
    private Elections elections;

    @Autowired
    private Report report;

    @Autowired
    private FaultHandler faults;

    @Test
    void theTestsNodeLeads() throws Exception {
        Leadership won = elections.whenLeading("nightly").get(60, TimeUnit.SECONDS);

        assertThat(won.epoch().value()).isEqualTo(1);
        dev.baton.testkit.Eventually.eventually(
                "the method runs", java.time.Duration.ofSeconds(60), report::wasWritten, () -> elections.names());
    }

    @Test
    void aFaultDoesNotEndTheTestsProcess(CapturedOutput output) {
        faults.fault("for the test", new IllegalStateException("for the test"));

        assertThat(output).contains("a node would have ended its process: for the test");
    }

    @Configuration
    @EnableAutoConfiguration(
            excludeName = {
                "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
                "org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration"
            })
    @Import({Report.class, Writer.class})
    static class Application {}

    static class Report {
        private final Writer writer;

        Report(Writer writer) {
            this.writer = writer;
        }

        boolean wasWritten() {
            writer.write();
            return writer.written();
        }
    }

    static class Writer {
        private boolean written;

        @LeaderOnly("nightly")
        public void write() {
            written = true;
        }

        public boolean written() {
            return written;
        }
    }
}
