// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NotLeaderException;
import dev.baton.spring.Elections;
import dev.baton.spring.LeaderOnly;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/** A slice without a database: a controller asks who leads, and one of its methods is for the leader. */
@WebMvcTest(properties = {"baton.elections=nightly,daily", "baton.candidates.daily.eligible=false"})
@StandaloneBaton
@Import(StandaloneBatonWebMvcTest.Status.class)
class StandaloneBatonWebMvcTest {
    @Autowired
    private MockMvcTester mvc;

    @Autowired
    private Elections elections;

    @Test
    void aControllerAnswersAsTheLeader() throws Exception {
        elections.whenLeading("nightly").get(60, TimeUnit.SECONDS);

        assertThat(mvc.get().uri("/epoch")).hasStatusOk().bodyText().isEqualTo("1");
    }

    @Test
    void whoSendsARequestHearsThatItWasLeftOut() {
        assertThat(mvc.put().uri("/epoch")).hasFailed().failure().hasRootCauseInstanceOf(NotLeaderException.class);
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Application {}

    @RestController
    static class Status {
        private final Elections elections;

        Status(Elections elections) {
            this.elections = elections;
        }

        @GetMapping("/epoch")
        @LeaderOnly("nightly")
        String epoch() {
            // Only a run through the gate has a leadership of its own.
            return elections.current().orElseThrow().epoch().toString();
        }

        @PutMapping("/epoch")
        @LeaderOnly("daily")
        void noted() {}
    }
}
