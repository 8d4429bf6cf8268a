// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.ElectionName;
import dev.baton.testkit.lab.LabNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A {@link LabNode} with the registry elector. Arguments: id, bind address, port, hosts, folder, history file, cluster
 * size (0 for no quorum), takeover delay in milliseconds, and a JGroups stack if it is to have one of its own. Says
 * {@code members LIST} when its view changes.
 */
final class RegistryNode {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration INITIAL_WAIT = Duration.ofSeconds(20);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);
    private static final Duration NOTICEABLE = Duration.ofMillis(400);

    private RegistryNode() {}

    public static void main(String[] arguments) throws IOException {
        String id = arguments[0];
        int size = Integer.parseInt(arguments[6]);
        // Without a quorum it is all that the loser's side waits, and a busy machine needs some of it to stop a duty.
        Duration windDown = Duration.ofMillis(size > 0 ? 300 : 800);
        RegistrySettings settings =
                size > 0 ? RegistrySettings.majorityOf(size) : RegistrySettings.withoutQuorum(4, INITIAL_WAIT);
        RegistryConfiguration.Builder configuration = RegistryConfiguration.of(
                        "lab", Path.of(arguments[4], id + ".state"))
                .settings(settings.withTerms(RegistrySettings.TERMS))
                .bind(arguments[1], Integer.parseInt(arguments[2]))
                .hosts(List.of(arguments[3].split(",")))
                .key("a shared secret of the lab");
        if (arguments.length > 8) {
            configuration.stackFile(Path.of(arguments[8]));
        }
        AtomicReference<RegistryElector> elector = new AtomicReference<>();
        LabNode node = new LabNode(ELECTION, Path.of(arguments[5]), NOTICEABLE);
        Baton baton = Baton.node(id).start(node.recorded(context -> {
            elector.set(RegistryElector.with(configuration.build()).start(context));
            return elector.get();
        }));
        AtomicReference<List<String>> said = new AtomicReference<>(List.of());
        node.watch(LOOK_EVERY, () -> {
            List<String> members = elector.get().members().stream()
                    .map(member -> member.node().id().value())
                    .sorted()
                    .toList();
            if (!members.equals(said.getAndSet(members))) {
                LabNode.say("members " + members);
            }
        });
        CandidateSettings standing = CandidateSettings.builder()
                .takeoverDelay(Duration.ofMillis(Long.parseLong(arguments[7])))
                .windDown(windDown)
                .rest(Duration.ofMillis(500))
                .build();
        LabNode.listen(baton, node.stand(baton, standing, LabNode.idle()), Map.of());
    }
}
