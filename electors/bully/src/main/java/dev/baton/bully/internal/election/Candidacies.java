// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.bully.internal.message.CandidateStatus;
import dev.baton.quorum.AskingLimit;
import dev.baton.quorum.WakeQueue;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The elections in which this node stands, and how far it has got with asking the members above it. */
final class Candidacies {
    /** The elections in which a node asks those above it at once; the others wait for their turn. */
    static final int MAX_ROUNDS = 1_000;

    private final BullySettings settings;
    private final Map<ElectionName, HigherPeerRound> checks = new TreeMap<>();
    /** Those that may have changed since the last tick. */
    private final Set<ElectionName> changed = new TreeSet<>();

    private final WakeQueue<ElectionName> wakes = new WakeQueue<>();
    /** Elections in which nobody above this node stands, so that it asks for votes. */
    private final Set<ElectionName> asking = new HashSet<>();
    /** Elections in which those above this node are being asked. */
    private final Set<ElectionName> rounds = new HashSet<>();

    private final AskingLimit limit = new AskingLimit(MAX_ROUNDS);

    Candidacies(BullySettings settings) {
        this.settings = settings;
    }

    private HigherPeerRound check(ElectionName election) {
        changed.add(election);
        return checks.computeIfAbsent(election, first -> new HigherPeerRound(settings));
    }

    void entered(ElectionName election) {
        if (settings.part().stands()) {
            check(election);
        }
    }

    void want(ElectionName election, Priority priority) {
        if (settings.part().stands()) {
            check(election).want(priority);
        }
    }

    /** With which priority this node would stand, before it does. */
    void ready(ElectionName election, Priority priority) {
        check(election).ready(priority);
    }

    void withdrawn(ElectionName election) {
        check(election).end();
        asking.remove(election);
    }

    void won(ElectionName election, long now) {
        decided(election, now);
    }

    void lost(ElectionName election) {
        withdrawn(election);
    }

    void resigned(ElectionName election) {
        check(election).resigned();
        asking.remove(election);
    }

    void left(ElectionName election) {
        checks.remove(election);
        wakes.remove(election);
        asking.remove(election);
        isOpen(election, false);
    }

    /** This node's candidate is told that no node leads. */
    void vacant(ElectionName election, Vacancy vacancy, long now) {
        check(election).vacant(vacancy, now);
    }

    /** Another node was elected. */
    void decided(ElectionName election, long now) {
        check(election).decided(now);
        asking.remove(election);
    }

    /** What a lower node is told that would ask for votes. */
    CandidateStatus stance(ElectionName election, long now) {
        HigherPeerRound check = checks.get(election);
        return check == null || !settings.part().stands() ? CandidateStatus.STAYS_OUT : check.stance(now);
    }

    /** How much this node was last preferred in an election. */
    Priority priority(ElectionName election) {
        HigherPeerRound check = checks.get(election);
        return check == null ? Priority.DEFAULT : check.priority();
    }

    void answered(ElectionName election, NodeId from, CandidateStatus stance, long now) {
        HigherPeerRound check = checks.get(election);
        if (check != null) {
            changed.add(election);
            check.answered(from, stance, now);
        }
    }

    /** A request to a node came to nothing: whatever it was, nothing is waited for from there. */
    void unanswered(NodeId id, long now) {
        rounds.forEach(election -> answered(election, id, CandidateStatus.STAYS_OUT, now));
    }

    /** @return the elections in which this node asks for votes from now on */
    List<ElectionName> tick(Supplier<List<NodeId>> above, BiConsumer<NodeId, BullyMessage> send, long now) {
        changed.addAll(wakes.takeDue(now));
        List<ElectionName> passed = new ArrayList<>();
        do {
            // Most steps of a node change nothing here.
            List<NodeId> higher = changed.isEmpty() ? List.of() : above.get();
            changed.forEach(election -> {
                HigherPeerRound check = checks.get(election);
                if (check != null && goOn(election, check, higher, send, now)) {
                    passed.add(election);
                }
            });
            changed.clear();
            limit.turns(changed::add);
        } while (!changed.isEmpty());
        return passed;
    }

    /** @return whether this node asks for votes from now on */
    private boolean goOn(
            ElectionName election,
            HigherPeerRound check,
            List<NodeId> higher,
            BiConsumer<NodeId, BullyMessage> send,
            long now) {
        @Nullable Priority wish = check.wish();
        boolean waits = check.isToBegin() && isLimited(election) && !limit.allows(election);
        if (wish != null && !waits) {
            check.tick(higher, now).forEach(id -> send.accept(id, new Question(election, wish)));
        }
        isOpen(election, check.isOpen());
        wakes.set(election, waits ? MonotonicTime.never(now) : check.wakeAt(now));
        return check.hasPassed() && asking.add(election);
    }

    private void isOpen(ElectionName election, boolean open) {
        boolean differs = open ? rounds.add(election) : rounds.remove(election);
        if (differs && isLimited(election)) {
            if (open) {
                limit.began();
            } else {
                limit.ended();
            }
        }
    }

    /** Without a leader of the membership nothing else would get on. */
    private static boolean isLimited(ElectionName election) {
        return !election.equals(Membership.ELECTION);
    }

    long wakeAt(long now) {
        long wake = wakes.next(now);
        for (ElectionName election : changed) {
            HigherPeerRound check = checks.get(election);
            wake = check == null ? wake : MonotonicTime.earlier(wake, check.wakeAt(now));
        }
        return wake;
    }
}
