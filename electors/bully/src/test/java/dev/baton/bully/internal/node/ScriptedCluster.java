// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullySettings;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.MemoryMembershipStore;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.internal.check.Validation;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.VoterState;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The rules of the nodes of one cluster, without threads, sockets or disks. A message takes no time, what is written is durable
 * at once, and time passes only when a script lets it. A candidate stands whenever its election has no leader and no successor was
 * named. Only what a reader wants to follow is reported: the election's messages other than heartbeats, and what nodes are told.
 */
final class ScriptedCluster {
    static final ElectionName ELECTION = ElectionName.of("orders");
    /** More than ever happen in an instant or in a script, unless nodes answer each other without end. */
    private static final Duration SETTLING = Duration.ofSeconds(5);

    private static final int MAX_TASKS = 10_000;

    private final BullySettings settings;
    private final Map<NodeId, Disk> disks = new LinkedHashMap<>();
    private final Map<NodeId, ScriptedNode> running = new LinkedHashMap<>();
    /** Links on which nothing gets through, in this direction. */
    private final Set<List<NodeId>> cuts = new HashSet<>();

    private final PriorityQueue<Timeout> timeouts = new PriorityQueue<>();
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private List<String> said = new ArrayList<>();
    private long incarnations;
    private long number;
    private long origin;
    private long now;

    /** What a node keeps over its restarts. */
    record Disk(BullyMember described, MemoryLedger ledger, MemoryMembershipStore store) {
        Disk(BullyMember described) {
            this(described, new MemoryLedger(), new MemoryMembershipStore(described.mark()));
        }
    }

    private record Timeout(long at, long number, Runnable then) implements Comparable<Timeout> {
        @Override
        public int compareTo(Timeout other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
        }
    }

    ScriptedCluster(BullySettings settings) {
        this.settings = settings;
    }

    long now() {
        return now;
    }

    /** What was reported since it was last asked for. */
    List<String> report() {
        List<String> reported = said;
        said = new ArrayList<>();
        return reported;
    }

    // ---- what happens to the cluster

    /** Makes the disks of a cluster that was formed before, and whose voters have voted. */
    void members(Map<NodeId, Priority> priorities) {
        priorities.forEach(this::disk);
        Membership formed = new Membership(
                "cluster",
                new MembershipVersion(Epoch.of(1), 1),
                Epoch.NONE,
                disks.values().stream().map(disk -> disk.described).toList(),
                List.of());
        disks.values().forEach(disk -> {
            disk.store.save(formed);
            disk.ledger.write(new VoterState(
                    Map.of(Membership.ELECTION, Epoch.of(1)), settings.terms().lease(), Map.of()));
        });
    }

    /** Lets the nodes elect without a word. From then on times are counted. */
    void settle() {
        advance(SETTLING);
        said.clear();
        origin = now;
        running.values().stream()
                .filter(process -> process.leads.isPresent())
                .forEach(process -> said.add(process.id() + " leads under epoch " + process.leads.orElseThrow()));
    }

    private Disk disk(NodeId id, Priority priority) {
        int place = disks.size() + 1;
        Disk disk = new Disk(new BullyMember(
                id, new StateId(place), new Address("10.0.0." + place, 2_222), priority, MemberRole.FULL));
        disks.put(id, disk);
        return disk;
    }

    /** Starts a process, which stands in the election; one without a disk is new, and joins by the others. */
    void start(NodeId id) {
        Disk disk = disks.containsKey(id) ? disks.get(id) : disk(id, Priority.DEFAULT);
        List<Address> join = disks.values().stream()
                .map(other -> other.described.address())
                .filter(address -> !address.equals(disk.described.address()))
                .toList();
        incarnations++;
        ScriptedNode process = new ScriptedNode(
                this,
                new Node(id, new Incarnation(10 + incarnations)),
                disk,
                settings.toBuilder().priority(disk.described.priority()).build(),
                join);
        running.put(id, process);
        process.step(rules -> rules.enter(process.entry(), now));
        process.step(rules -> rules.ready(ELECTION, Optional.of(disk.described.priority()), now));
        finish();
    }

    void kill(NodeId id) {
        running.remove(id);
    }

    /** The operating system has shown to all that watch this process that it is gone. */
    void proveGone(Node process) {
        running.values().stream()
                .filter(watcher -> watcher.watched.contains(process))
                .forEach(watcher -> watcher.step(rules -> rules.gone(process, now)));
        finish();
    }

    Node process(NodeId id) {
        return running.get(id).self;
    }

    void cut(NodeId from, NodeId to) {
        cuts.add(List.of(from, to));
    }

    void mendAll() {
        cuts.clear();
    }

    /** The leader gives the leadership back, and names the next one if it likes. */
    void release(NodeId id, Optional<NodeId> successor) {
        ScriptedNode leader = running.get(id);
        Epoch held = leader.leads.orElseThrow(() -> new AssertionError(id + " does not lead: " + said));
        leader.leads = Optional.empty();
        leader.step(rules -> rules.release(ELECTION, held, successor, now));
        finish();
    }

    /** Asks the leader of the membership to remove a node, as an operator does: one node names the next to ask. */
    void remove(NodeId asked, NodeId removed) {
        ScriptedNode at = running.get(asked);
        JoinAnswer answer = at.rules.remove(removed, at.rules.status().stamp().toString(), now);
        said.add(asked + " answers: " + words(answer));
        at.step(rules -> rules.tick(now));
        finish();
    }

    static String words(JoinAnswer answer) {
        return answer.kind() + ", " + answer.detail();
    }

    void advance(Duration time) {
        List<String> reported = said;
        long end = MonotonicTime.plus(now, time);
        Repetition repetition = new Repetition();
        int looks = 0;
        for (long next = next(end); !MonotonicTime.isBefore(end, next); next = next(end)) {
            now = next;
            looks++;
            if (looks > MAX_TASKS) {
                throw new AssertionError("time stands still at " + time(now) + ": " + said);
            }
            said = new ArrayList<>();
            while (!timeouts.isEmpty() && timeouts.element().at <= now) {
                tasks.add(timeouts.remove().then);
            }
            running.values().stream()
                    .filter(process -> !MonotonicTime.isBefore(now, process.rules.wakeAt()))
                    .forEach(process -> process.step(rules -> rules.tick(now)));
            finish();
            repetition.add(said, time(now), reported);
        }
        repetition.end(reported);
        said = reported;
        now = end;
    }

    /** What happens over and over is reported once, with how often it did. */
    private static final class Repetition {
        private List<String> last = List.of();
        private String until = "";
        private int times;

        void add(List<String> block, String at, List<String> reported) {
            if (block.isEmpty()) {
                return;
            }
            if (block.equals(last)) {
                times++;
                until = at;
                return;
            }
            end(reported);
            last = block;
            reported.add("at " + at);
            reported.addAll(block);
        }

        void end(List<String> reported) {
            if (times > 0) {
                reported.add("the same " + times + " more times, until " + until);
            }
            times = 0;
            last = List.of();
        }
    }

    private long next(long end) {
        long next = end + 1;
        if (!timeouts.isEmpty()) {
            next = MonotonicTime.earlier(next, timeouts.element().at);
        }
        for (ScriptedNode process : running.values()) {
            next = MonotonicTime.earlier(next, MonotonicTime.later(now, process.rules.wakeAt()));
        }
        return next;
    }

    /** An instant as the time since the cluster had settled. */
    String time(long instant) {
        return Validation.show(Duration.ofNanos(instant - origin).truncatedTo(ChronoUnit.MILLIS));
    }

    private void finish() {
        int taken = 0;
        while (!tasks.isEmpty()) {
            tasks.remove().run();
            taken++;
            if (taken > MAX_TASKS) {
                throw new AssertionError("no end at " + time(now) + ", lately: "
                        + said.subList(Math.max(0, said.size() - 20), said.size()));
            }
        }
    }

    private void after(Duration time, Runnable then) {
        number++;
        timeouts.add(new Timeout(MonotonicTime.plus(now, time), number, then));
    }

    // ---- the way of a request

    private boolean passes(NodeId from, NodeId to) {
        return !cuts.contains(List.of(from, to));
    }

    /** Calls another node; {@code missed} is told whether the call was refused, which only a dead process does. */
    <T> void call(
            ScriptedNode from,
            NodeId to,
            Function<ScriptedNode, T> answer,
            Consumer<T> answered,
            Consumer<Boolean> missed) {
        Consumer<Boolean> alive = refused -> {
            if (isRunning(from)) {
                missed.accept(refused);
            }
        };
        ScriptedNode there = running.get(to);
        if (!passes(from.id(), to)) {
            after(settings.requestTimeout(), () -> alive.accept(false));
        } else if (there == null) {
            tasks.add(() -> alive.accept(true));
        } else {
            T said = answer.apply(there);
            if (passes(to, from.id())) {
                tasks.add(() -> answered.accept(said));
            } else {
                after(settings.requestTimeout(), () -> alive.accept(false));
            }
        }
    }

    boolean isRunning(ScriptedNode process) {
        return running.get(process.id()) == process;
    }

    void say(String line) {
        said.add(line);
    }

    void afterwards(Runnable task) {
        tasks.add(task);
    }

    long nextNumber() {
        number++;
        return number;
    }

    NodeId at(Address address) {
        return disks.values().stream()
                .map(Disk::described)
                .filter(member -> member.address().equals(address))
                .map(BullyMember::id)
                .findFirst()
                .orElseThrow();
    }

    /** What becomes of what one node says to another, if it does not arrive. */
    String lost(NodeId from, NodeId to) {
        return !passes(from, to) ? " (lost)" : running.containsKey(to) ? "" : " (refused)";
    }
}
