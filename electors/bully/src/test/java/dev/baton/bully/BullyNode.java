// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.ElectionName;
import dev.baton.quorum.QuorumMode;
import dev.baton.testkit.lab.LabNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A {@link LabNode} with the bully elector. Arguments: id, address, addresses to join (comma-separated, or "-"), folder,
 * history file, password, quorum, part. Hears {@code cut ADDRESS}, {@code slow MILLIS}, {@code mend}, {@code view} and
 * {@code counts} as well.
 */
final class BullyNode {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    /** Slower than need be, because the machine that runs the tests may be busy. */
    static final BullySettings SETTINGS =
            BullySettings.every(Duration.ofMillis(Long.getLong("baton.heartbeat", 500))).toBuilder()
                    .misses(Integer.getInteger("baton.misses", 3))
                    .build();

    /** How long a node that has resigned does not stand again. */
    static final Duration REST = Duration.ofMillis(500);

    private static final Duration LOOK_EVERY = Duration.ofMillis(10);
    private static final Duration NOTICEABLE = Duration.ofMillis(60);

    private BullyNode() {}

    public static void main(String[] arguments) throws IOException {
        String id = arguments[0];
        Gate gate = new Gate();
        List<Address> members = arguments[2].equals("-")
                ? List.of()
                : Stream.of(arguments[2].split(",")).map(Address::parse).toList();
        Address address = Address.parse(arguments[1]);
        BullyConfiguration configuration = LocalCluster.joining(
                        members,
                        BullyConfiguration.of(new Credentials("cluster_user", arguments[5]), Path.of(arguments[3], id)))
                .listen(address.host(), address.port())
                .settings(SETTINGS.withQuorum(QuorumMode.valueOf(arguments[6])).as(MemberRole.valueOf(arguments[7])))
                .build();
        AtomicReference<BullyElector> elector = new AtomicReference<>();
        LabNode node = new LabNode(ELECTION, Path.of(arguments[4]), NOTICEABLE);
        Baton baton = Baton.node(id).start(node.recorded(context -> {
            elector.set(configuration.start(context, gate::before));
            return elector.get();
        }));
        node.watch(LOOK_EVERY, () -> {});
        CandidateSettings settings = CandidateSettings.builder()
                .windDown(SETTINGS.heartbeat().dividedBy(2))
                .rest(REST)
                .build();
        LabNode.listen(
                baton,
                node.stand(baton, settings, LabNode.idle()),
                Map.of(
                        "cut", words -> gate.closeTo(Address.parse(words[1])),
                        "slow", words -> gate.slow(Long.parseLong(words[1])),
                        "mend", words -> gate.openToAll(),
                        "view", words -> LabNode.say("view " + elector.get().view()),
                        "counts",
                                words -> {
                                    LabNode.say("renewals " + node.renewals());
                                    LabNode.say("refusals " + gate.failedJoins());
                                }));
    }
}
