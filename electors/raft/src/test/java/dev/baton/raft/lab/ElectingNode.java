// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.ElectionName;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.raft.RaftElector;
import dev.baton.raft.RaftElectorFactory;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberKeys;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.MemberTls;
import dev.baton.raft.member.RaftMember;
import dev.baton.raft.member.RecordsPart;
import dev.baton.raft.member.RemoteGroup;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.lab.LabNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;

/**
 * A {@link LabNode} with the Raft elector. Arguments: id, first members (comma-separated {@code ID=HOST:PORT}), folder,
 * history file, lease in milliseconds. A node that is not among the first members is a client of theirs. TLS is used if
 * there is a key pair in the folder. Hears {@code role}, and says {@code role LEADS TERM}; hears {@code records QUESTION},
 * asks the group's {@link RecordsPart}, and says {@code records QUESTION ANSWER}, or {@code none} and why.
 */
final class ElectingNode {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Duration LOOK_EVERY = Duration.ofMillis(10);
    private static final Duration NOTICEABLE = Duration.ofMillis(200);
    private static final Duration REST = Duration.ofMillis(500);
    private static final Duration ANSWER = Duration.ofSeconds(1);

    private ElectingNode() {}

    public static void main(String[] arguments) throws IOException {
        String id = arguments[0];
        Path folder = Path.of(arguments[2]);
        // Without it no process can be proven to be gone.
        Path locks = Files.createDirectories(folder.resolve("locks"));
        LeaseTerms terms = LeaseTerms.of(Duration.ofMillis(Long.parseLong(arguments[4])));
        List<MemberAddress> first =
                Stream.of(arguments[1].split(",", -1)).map(ElectingNode::member).toList();
        Optional<MemberTls> tls = MemberKeys.shared(folder);
        RemoteGroup group =
                RemoteGroup.at(first.stream().map(MemberAddress::authority).toList(), tls);
        RaftElectorFactory factory = elector(id, first, folder, tls)
                .terms(terms)
                .watching(
                        PeerChannel.on(PeerSettings.builder().lockFolder(locks).build()));
        AtomicReference<RaftElector> elector = new AtomicReference<>();
        LabNode node = new LabNode(ELECTION, Path.of(arguments[3]), NOTICEABLE);
        Baton baton = Baton.node(id).requireExclusive().start(node.recorded(context -> {
            elector.set(factory.start(context));
            return elector.get();
        }));
        node.watch(LOOK_EVERY, () -> {});
        CandidateSettings settings = CandidateSettings.builder()
                .windDown(terms.lease().dividedBy(20))
                .rest(REST)
                .build();
        Candidate candidate = node.stand(baton, settings, LabNode.idle());
        LabNode.listen(
                baton,
                candidate,
                Map.of(
                        "role",
                        words -> LabNode.say("role " + role(elector.get()) + " " + System.nanoTime()),
                        "records",
                        words -> ask(group, words[1])));
    }

    private static void ask(RemoteGroup group, String question) {
        CompletableFuture<Void> unused = group.call(RecordsPart.NAME, RecordsPart.bytes(question), ANSWER)
                .handle((answer, none) -> {
                    LabNode.say("records " + question + " "
                            + (answer == null ? "none: " + none : new String(answer, StandardCharsets.UTF_8)));
                    return null;
                });
    }

    private static String role(RaftElector elector) {
        return elector.member().map(RaftMember::leads).orElse(false) + " "
                + elector.member().map(RaftMember::term).orElse(0L);
    }

    private static RaftElectorFactory elector(
            String id, List<MemberAddress> first, Path folder, Optional<MemberTls> tls) {
        List<String> addresses = first.stream().map(MemberAddress::authority).toList();
        return first.stream()
                .filter(it -> it.node().value().equals(id))
                .findFirst()
                .map(self -> MemberSettings.bootstrap(self, folder.resolve(id), first))
                .map(settings -> tls.map(settings::withTls).orElse(settings))
                .map(settings -> RaftElector.member(settings).replicating(context -> new RecordsPart()))
                .orElseGet(() -> tls.map(keys -> RaftElector.client(addresses, keys))
                        .orElseGet(() -> RaftElector.client(addresses)));
    }

    private static MemberAddress member(String text) {
        String[] words = text.split("[=:]", -1);
        return MemberAddress.of(words[0], words[1], Integer.parseInt(words[2]));
    }
}
