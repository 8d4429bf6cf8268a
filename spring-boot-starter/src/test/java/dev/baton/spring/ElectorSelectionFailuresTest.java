// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import static dev.baton.spring.SetupFailuresTest.assertRefused;
import static dev.baton.spring.SetupFailuresTest.failureOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.bully.BullyElector;
import dev.baton.raft.RaftElector;
import dev.baton.registry.RegistryElector;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Mistakes with the electors that need no database: the application does not start, and is told what to change. */
@ExtendWith(OutputCaptureExtension.class)
class ElectorSelectionFailuresTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(BatonAutoConfiguration.class))
            .withPropertyValues("baton.elections=nightly,hourly");

    @Test
    void theAnalysisOfTimingsIsPrintedForTheElectorThatIsChosen(CapturedOutput output) {
        SpringApplication application = new SpringApplication(SetupFailuresTest.WithoutDatabase.class);
        application.setWebApplicationType(WebApplicationType.NONE);

        assertThat(failureOf(() -> application
                        .run("--baton.elector=registry", "--baton.node=a", "--baton.registry.margin=2s")
                        .close()))
                .isNotNull();

        assertThat(output)
                .contains("APPLICATION FAILED TO START")
                .contains("margin 2s must be under half of lease 3s")
                .contains("Change baton.registry.lease");
    }

    @Test
    void anElectorThatIsNotOnTheClassPath() {
        for (Class<?> elector : List.of(RaftElector.class, RegistryElector.class, BullyElector.class)) {
            String name = elector.getPackageName().replace("dev.baton.", "");
            assertRefused(
                    runner.withClassLoader(new FilteredClassLoader(elector.getPackageName()))
                            .withPropertyValues("baton.elector=" + name),
                    "baton.elector=" + name + ", and that elector is not on the class path",
                    "dev.baton:baton-elector-" + name);
        }
    }

    @Test
    void aMemberWithoutAnIdThatLasts() {
        assertRefused(
                runner.withPropertyValues("baton.elector=raft", "baton.raft.bootstrap=a=127.0.0.1:7500"),
                "baton.elector=raft keeps on disk what this node promised",
                "Set baton.node");
    }

    @Test
    void aMemberWhoseIdIsTheNameOfAHostInUpperCase() {
        assertRefused(
                member("raft", "baton.node=ORDERS-1", "baton.raft.bootstrap=orders-1=127.0.0.1:7500"),
                "baton.node is refused: node id \"ORDERS-1\" is not a name",
                "such as orders-1");
    }

    @Test
    void aPortThatIsInUse(@TempDir Path folder) throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + taken.getLocalPort();
            assertRefused(
                    member(
                            "bully",
                            "baton.bully.user=baton",
                            "baton.bully.password=secret",
                            "baton.bully.form=true",
                            "baton.bully.state-folder=" + folder,
                            "baton.bully.bind=" + address),
                    "cannot listen at",
                    "change baton.bully.bind");
        }
    }

    @Test
    void noRaftGroupOrTwo() {
        assertRefused(member("raft"), "nothing says which group", "baton.raft.bootstrap on the first members");
        assertRefused(
                member("raft", "baton.raft.join=127.0.0.1:7500", "baton.raft.connect=127.0.0.1:7500"),
                "exclude each other",
                "Set one of them");
    }

    @Test
    void anAddressOfARaftGroupThatIsNone() {
        assertRefused(
                member("raft", "baton.raft.bootstrap=a:7500"),
                "below baton.raft are refused: \"a:7500\" is not NODE=host:port",
                "Correct what is named");
    }

    @Test
    void aRaftMemberOnAPublicAddressWithoutTls() {
        assertRefused(
                member("raft", "baton.raft.bind=192.0.2.1:7500", "baton.raft.bootstrap=node-1=192.0.2.1:7500"),
                "without TLS",
                "Correct what is named");
    }

    @Test
    void aRegistryThatIsToBeFoundInTwoWays() {
        assertRefused(
                member("registry", "baton.registry.hosts=127.0.0.1:7800", "baton.registry.dns=nodes"),
                "baton.registry.hosts and baton.registry.dns",
                "Remove one");
    }

    @Test
    void aRegistryOnAPublicAddressWithoutAKey() {
        assertRefused(
                member("registry", "baton.registry.bind-address=192.0.2.1"),
                "lets other machines in, which takes a key",
                "below baton.registry");
    }

    @Test
    void aBullyClusterWithoutAPassword() {
        assertRefused(member("bully", "baton.bully.user=baton"), "length of pass", "below baton.bully");
    }

    @Test
    void timingsOfOtherElectorsThatBreakTheRulesOfLeases() {
        assertRefused(
                member(
                        "raft",
                        "baton.raft.connect=127.0.0.1:7500",
                        "baton.raft.lease=3s",
                        "baton.raft.renew-interval=2s"),
                "renewInterval 2s must be under half of lease 3s",
                "Change baton.raft.lease");
        assertRefused(
                member("registry", "baton.registry.margin=2s"),
                "margin 2s must be under half of lease 3s",
                "Change baton.registry.lease");
        assertRefused(
                member(
                        "bully",
                        "baton.bully.user=baton",
                        "baton.bully.password=secret",
                        "baton.bully.form=true",
                        "baton.bully.request-timeout=3s"),
                "requestTimeout 3s",
                "Change baton.bully.heartbeat");
    }

    private ApplicationContextRunner member(String elector, String... properties) {
        return runner.withPropertyValues("baton.elector=" + elector, "baton.node=node-1")
                .withPropertyValues(properties);
    }
}
