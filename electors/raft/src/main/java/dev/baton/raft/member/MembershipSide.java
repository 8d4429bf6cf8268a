// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets members in and out while its member leads: one change at a time, in the log of the group. Any thread. */
final class MembershipSide implements PartLeader {
    /** Reserved: no part has this name. */
    static final String PART = "baton.members";

    static final String DONE = "done";
    private static final Logger LOG = LoggerFactory.getLogger(MembershipSide.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration LOOK_FOR_STUCK = Duration.ofSeconds(3);
    private static final String JOIN = "join ";
    private static final String LEAVE = "leave ";
    private static final String REFUSED = "refused: ";

    /** The configuration in Ratis. */
    interface Group {
        GroupConfiguration configuration();

        Map<String, MembershipRules.Progress> progress();

        long committed();

        /** The last index in the log of every other member that answers. */
        CompletableFuture<Map<String, Long>> lastIndexes();

        /** Whether a member answers, as itself. */
        CompletableFuture<Boolean> isAlive(GroupPeer member);

        /**
         * Changes it if it is still the one expected. Fails with {@link NotLeaderException} if that was not done now, with
         * {@link OutcomeUnknownException} if it may be done nevertheless, and otherwise if it was refused.
         */
        CompletableFuture<Void> change(GroupConfiguration expected, GroupConfiguration next);

        void later(Duration delay, Runnable task);
    }

    private final GroupLeadership leadership;
    private final String self;
    private final MembershipRules rules;
    private final Group group;
    private final StalledFollowers stuck = new StalledFollowers();
    private boolean changing;
    private volatile boolean ended;

    MembershipSide(GroupLeadership leadership, String self, MembershipRules rules, Group group) {
        this.leadership = leadership;
        this.self = self;
        this.rules = rules;
        this.group = group;
    }

    static byte[] join(GroupPeer joiner) {
        return (JOIN + joiner).getBytes(StandardCharsets.UTF_8);
    }

    static byte[] leave(NodeId node) {
        return (LEAVE + node).getBytes(StandardCharsets.UTF_8);
    }

    void start() {
        group.later(LOOK, this::look);
        group.later(LOOK_FOR_STUCK, this::lookForStuck);
    }

    @Override
    public CompletableFuture<byte[]> call(byte[] request) {
        String text = new String(request, StandardCharsets.UTF_8);
        try {
            if (text.startsWith(JOIN)) {
                GroupPeer joiner = GroupPeer.parse(text.substring(JOIN.length()));
                return letIn(joiner);
            }
            if (text.startsWith(LEAVE)) {
                NodeId node = NodeId.of(text.substring(LEAVE.length()));
                return change("remove " + node, now -> rules.leave(now, node));
            }
            return answer(REFUSED + "not a request about members");
        } catch (IllegalArgumentException makesNoSense) {
            return answer(REFUSED + makesNoSense.getMessage());
        }
    }

    /** Unless the place of a member that is alive would be taken: its node's, or that at its address. */
    private CompletableFuture<byte[]> letIn(GroupPeer joiner) {
        CompletableFuture<Optional<GroupPeer>> alive = CompletableFuture.completedFuture(Optional.empty());
        for (GroupPeer former : MembershipRules.replacedBy(joiner, group.configuration())) {
            alive = alive.thenCombine(group.isAlive(former), (found, isThere) -> isThere ? Optional.of(former) : found);
        }
        return alive.thenCompose(found -> found.isPresent()
                ? answer(REFUSED
                        + (found.get().node().equals(joiner.node())
                                ? "another process is node " + joiner.node() + " of this group, and alive"
                                : joiner.authority() + " is the address of "
                                        + found.get().id() + ", which is in this group, and alive"))
                : change("let " + joiner + " in", now -> rules.join(now, joiner)));
    }

    private static CompletableFuture<byte[]> answer(String text) {
        return CompletableFuture.completedFuture(text.getBytes(StandardCharsets.UTF_8));
    }

    private void look() {
        if (ended) {
            return;
        }
        group.later(LOOK, this::look);
        if (!isChanging()) {
            Optional<GroupConfiguration> wanted = rules.tend(group.configuration(), self, group.progress());
            if (wanted.isPresent()) {
                Futures.then(
                        change("tend the voters", now -> rules.tend(now, self, group.progress())),
                        (done, problem) -> {});
            }
        }
    }

    private void lookForStuck() {
        if (ended) {
            return;
        }
        group.later(LOOK_FOR_STUCK, this::lookForStuck);
        long committed = group.committed();
        Futures.then(group.lastIndexes(), (last, problem) -> {
            if (last != null) {
                send(committed, last);
            }
        });
    }

    /** A further entry makes Ratis send all that is missing before it. */
    private synchronized void send(long committed, Map<String, Long> last) {
        Map<String, Long> missing = stuck.look(committed, last);
        if (!missing.isEmpty() && !ended) {
            LOG.warn(
                    "The log ends at entry {}, but on these members earlier: {}. Sending them the rest."
                            + " If one of them had acknowledged it, its disk has lost records.",
                    committed,
                    missing);
            Futures.then(leadership.propose(new byte[0]), (done, problem) -> {});
        }
    }

    private synchronized boolean isChanging() {
        return changing;
    }

    /** Does not wait for a change under way: the caller asks again. */
    private CompletableFuture<byte[]> change(
            String what, Function<GroupConfiguration, Optional<GroupConfiguration>> rule) {
        synchronized (this) {
            if (ended || changing) {
                return CompletableFuture.failedFuture(new NotLeaderException(
                        ended
                                ? "the lead of term " + leadership.term() + " has ended"
                                : "another change is under way"));
            }
            changing = true;
        }
        CompletableFuture<Void> changed;
        try {
            GroupConfiguration now = group.configuration();
            Optional<GroupConfiguration> next = rule.apply(now);
            if (next.isPresent()) {
                LOG.info(
                        "To {}: voters {}, listeners {}",
                        what,
                        MembershipRules.names(next.get().voters()),
                        MembershipRules.names(next.get().listeners()));
            }
            changed = next.map(it -> group.change(now, it)).orElseGet(() -> CompletableFuture.completedFuture(null));
        } catch (RuntimeException refused) {
            changed = CompletableFuture.failedFuture(refused);
        }
        return changed.handle((done, problem) -> {
            synchronized (this) {
                changing = false;
            }
            if (problem == null) {
                return DONE.getBytes(StandardCharsets.UTF_8);
            }
            Throwable cause = Futures.cause(problem);
            if (!ended) {
                LOG.warn("Failed to {}: {}", what, cause.toString());
            }
            if (cause instanceof OutcomeUnknownException || cause instanceof NotLeaderException) {
                throw (RuntimeException) cause;
            }
            return (REFUSED + cause.getMessage()).getBytes(StandardCharsets.UTF_8);
        });
    }

    @Override
    public void end() {
        ended = true;
    }
}
