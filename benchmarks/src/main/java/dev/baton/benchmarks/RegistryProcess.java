// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.candidate.Candidate;
import dev.baton.candidate.CandidateSettings;
import dev.baton.candidate.LeadershipListener;
import dev.baton.core.Leadership;
import dev.baton.registry.RegistryConfiguration;
import dev.baton.registry.RegistrySettings;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** One node of a measured registry, with its default timings. Arguments: id, port, hosts, folder. */
final class RegistryProcess {
    static final Duration TAKEOVER_DELAY = Duration.ofMillis(50);

    private RegistryProcess() {}

    public static void main(String[] arguments) throws Exception {
        String id = arguments[0];
        RegistryConfiguration configuration = RegistryConfiguration.of(id, "benchmark")
                .settings(RegistrySettings.majorityOf(3))
                .bind("127.0.0.1", Integer.parseInt(arguments[1]))
                .hosts(List.of(arguments[2].split(",")))
                .stateFile(Path.of(arguments[3], id + ".state"))
                .build();
        Baton baton = Baton.node(id).start(configuration.elector());
        Candidate candidate = baton.stand("coordinator")
                .settings(CandidateSettings.builder()
                        .takeoverDelay(TAKEOVER_DELAY)
                        .build())
                .listener(new LeadershipListener() {
                    @Override
                    public void elected(Leadership won) {
                        System.out.println("elected " + won.epoch() + " " + System.currentTimeMillis());
                    }
                })
                .start();
        System.out.println("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (line.equals("resign")) {
                System.out.println("resigning " + System.currentTimeMillis());
                candidate.resign().join();
            } else if (line.startsWith("sees ")) {
                String epoch = line.substring("sees ".length());
                boolean seen = candidate
                        .leader()
                        .filter(leader -> leader.epoch().toString().equals(epoch))
                        .isPresent();
                System.out.println(line + " " + seen);
            }
        }
    }
}
