// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

/** Real members in one process, on loopback. */
final class MemberLab implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final List<MemberAddress> all = new ArrayList<>();
    private final Map<String, MemberAddress> joined = new ConcurrentHashMap<>();
    private final Map<String, RaftMember> members = new TreeMap<>();
    private final Map<String, RecordsPart> parts = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<String> faults = new ConcurrentLinkedQueue<>();
    private final UnaryOperator<MemberSettings> change;

    MemberLab(Path folder, int size, UnaryOperator<MemberSettings> change) {
        this.folder = folder;
        this.change = change;
        for (int i = 1; i <= size; i++) {
            all.add(MemberAddress.of("node" + i, "127.0.0.1", FreePorts.take()));
        }
    }

    MemberLab(Path folder) {
        this(folder, 3, settings -> settings);
    }

    MemberLab startAll() {
        all.parallelStream().forEach(each -> start(each.node().toString()));
        return this;
    }

    RaftMember start(String node) {
        MemberAddress self = all.stream()
                .filter(it -> it.node().toString().equals(node))
                .findFirst()
                .orElseThrow();
        return start(node, MemberSettings.bootstrap(self, folder.resolve(node), all));
    }

    private RaftMember start(String node, MemberSettings settings) {
        RecordsPart part = new RecordsPart();
        RaftMember member = RaftMember.start(change.apply(settings), List.of(part), (what, cause) -> faults.add(what));
        synchronized (this) {
            members.put(node, member);
            parts.put(node, part);
        }
        return member;
    }

    /** A further member, which knows one address of the group; started again, it is at the same address. */
    RaftMember join(String node) {
        MemberAddress self = joined.computeIfAbsent(node, id -> MemberAddress.of(id, "127.0.0.1", FreePorts.take()));
        String contact = all.get(0).authority();
        return start(node, MemberSettings.joining(self, folder.resolve(node), List.of(contact)));
    }

    List<MemberAddress> addresses() {
        return all;
    }

    Path folder(String node) {
        return folder.resolve(node);
    }

    synchronized RaftMember member(String node) {
        return Objects.requireNonNull(members.get(node), node);
    }

    RecordsPart part(String node) {
        return Objects.requireNonNull(parts.get(node), node);
    }

    List<String> faults() {
        return List.copyOf(faults);
    }

    void stop(String node) {
        RaftMember member;
        synchronized (this) {
            member = Objects.requireNonNull(members.remove(node), node);
        }
        member.close();
    }

    synchronized List<String> running() {
        return List.copyOf(members.keySet());
    }

    Optional<String> leader() {
        return running().stream().filter(node -> member(node).leads()).findFirst();
    }

    String awaitLeader() {
        AtomicReference<Optional<String>> found = new AtomicReference<>(Optional.empty());
        eventually(
                "one leads",
                PATIENCE,
                () -> {
                    found.set(leader());
                    return found.get().isPresent();
                },
                this::running);
        return found.get().orElseThrow();
    }

    /** Adds a record through a member's client; the answer is how many there are with it. */
    String add(String node, String text) {
        return RecordsCalls.add(member(node).client(), text);
    }

    /** How many records there are, asked through a member's client. */
    String size(String node) {
        return RecordsCalls.size(member(node).client());
    }

    /** The roles of all members, as the leader sees them. */
    Map<String, MemberView.Role> roles() {
        Map<String, MemberView.Role> roles = new TreeMap<>();
        leader().ifPresent(leader ->
                member(leader).members().forEach(each -> roles.put(each.node().toString(), each.role())));
        roles.replaceAll((node, role) -> role == MemberView.Role.LEADER ? MemberView.Role.VOTER : role);
        return roles;
    }

    void awaitRoles(Map<String, MemberView.Role> expected) {
        eventually("roles are " + expected, PATIENCE, () -> roles().equals(expected), this::roles);
    }

    void awaitRecords(String node, List<String> expected) {
        eventually(
                node + " has " + expected.size() + " records",
                PATIENCE,
                () -> part(node).records().equals(expected),
                () -> part(node).records());
    }

    @Override
    public void close() {
        running().parallelStream().forEach(this::stop);
    }
}
