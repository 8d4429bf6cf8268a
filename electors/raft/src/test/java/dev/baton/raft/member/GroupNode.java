// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.FaultHandler;
import dev.baton.NodeId;
import dev.baton.raft.group.ReplicatedPart;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A member in a process of its own. Arguments: its {@code NODE:HOST:PORT}, its folder, {@code bootstrap} or {@code join},
 * and all first members as {@code NODE:HOST:PORT}. TLS is used if there is a key pair beside its folder.
 */
public final class GroupNode {
    /** Few, so that a member that is away for a moment needs a snapshot. */
    private static final int SNAPSHOT_EVERY = 20;

    private static final Duration WITHIN = Duration.ofSeconds(30);
    private static final Duration COMMIT_SAID = Duration.ofMillis(200);
    private static final Duration CALL = Duration.ofSeconds(5);

    private GroupNode() {}

    /**
     * Runs until its standard input says {@code stop} or ends.
     *
     * @param list what the part holds, for the tests to compare
     * @param beside started once the member is, and closed before it
     */
    public static void run(
            String[] args,
            ReplicatedPart part,
            Supplier<List<String>> list,
            Function<RaftMember, ? extends AutoCloseable> beside)
            throws Exception {
        MemberAddress self = address(args[0]);
        List<MemberAddress> first = List.of(args).subList(3, args.length).stream()
                .map(GroupNode::address)
                .toList();
        Path folder = Path.of(args[1]);
        MemberSettings settings = args[2].equals("join")
                ? MemberSettings.joining(
                        self,
                        folder,
                        first.stream().map(MemberAddress::authority).toList())
                : MemberSettings.bootstrap(self, folder, first);
        MemberSettings secured = MemberKeys.shared(folder.resolveSibling(""))
                .map(settings::withTls)
                .orElse(settings);
        RaftMember member =
                RaftMember.start(secured.withSnapshotEvery(SNAPSHOT_EVERY), List.of(part), FaultHandler.halting());
        Thread watch = new Thread(() -> watch(member), "watch");
        watch.setDaemon(true);
        watch.start();
        try (AutoCloseable running = beside.apply(member)) {
            listen(member, part.name(), list);
        }
        member.close();
    }

    private static MemberAddress address(String text) {
        String[] words = text.split(":", 3);
        return MemberAddress.of(words[0], words[1], Integer.parseInt(words[2]));
    }

    private static void listen(RaftMember member, String part, Supplier<List<String>> list) throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null && !line.equals("stop"); line = commands.readLine()) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "hash" -> {
                    StateHash hash = member.stateHash();
                    System.out.println("hash " + hash.index() + " " + hash.parts());
                }
                case "list" -> System.out.println("list " + String.join(",", list.get()));
                case "term" -> System.out.println("term " + member.term());
                case "call" -> System.out.println("call " + call(member, part, words[1]));
                case "snapshot" -> System.out.println("snapshot " + member.snapshotIndex());
                case "remove" ->
                    System.out.println("remove "
                            + member.remove(NodeId.of(words[1]), WITHIN)
                                    .handle((done, failed) -> failed == null ? done : failed)
                                    .join());
                case "members" ->
                    System.out.println("members "
                            + member.members().stream()
                                    .map(it -> it.node() + "="
                                            + (it.role() == MemberView.Role.LISTENER ? "listener" : "voter"))
                                    .sorted()
                                    .toList());
                default -> System.out.println("not understood: " + line);
            }
        }
    }

    private static String call(RaftMember member, String part, String request) {
        return member.client()
                .call(part, request.getBytes(StandardCharsets.UTF_8), CALL)
                .handle((answer, failed) ->
                        failed == null ? new String(answer, StandardCharsets.UTF_8) : "failed: " + failed)
                .join();
    }

    private static void watch(RaftMember member) {
        String last = "";
        long committed = Long.MIN_VALUE;
        long saidAt = System.nanoTime();
        while (true) {
            long index = member.committedIndex();
            boolean isDue = System.nanoTime() - saidAt > COMMIT_SAID.toNanos();
            // One that has fallen is said at once. -1 is that of a member that is being closed.
            if (index >= 0 && (index < committed || (index > committed && isDue))) {
                System.out.println("commit " + index);
                committed = index;
                saidAt = System.nanoTime();
            }
            String now = member.ledTerm()
                    .map(term -> "leads " + term)
                    .or(() -> member.leader().map(leader -> "follows " + leader))
                    .orElse("alone");
            if (!now.equals(last)) {
                System.out.println(now);
                last = now;
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
