// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Candidate;
import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The elections of this application: who leads, and under which leadership a thread runs. Any thread may ask. Before the
 * application has started, and once it is told to stop, this node stands nowhere and leads nothing.
 */
public final class Elections {
    private final Map<ElectionName, RunGate> gates = new LinkedHashMap<>();
    private final Map<ElectionName, CompletableFuture<Candidate>> candidates = new ConcurrentHashMap<>();
    /** Not static: two applications in one JVM are two nodes, and a run of one is none of the other. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<RunGate.@Nullable Run> current = new ThreadLocal<>();

    Elections(Collection<String> names) {
        names.forEach(name -> gates.put(ElectionName.of(name), new RunGate()));
    }

    /** Those that the configuration names. */
    public Set<ElectionName> names() {
        return Set.copyOf(gates.keySet());
    }

    /** Does this node lead, now? */
    public boolean isLeader(String election) {
        return find(election).map(Candidate::isLeader).orElse(false);
    }

    /** Who leads, as last seen from here: a hint for routing; may be stale. */
    public Optional<Leader> leader(String election) {
        return find(election).flatMap(Candidate::leader);
    }

    /** This node's part in an election, if it stands: for {@code resign()}, {@code transferTo(…)} and so on. */
    public Optional<Candidate> find(String election) {
        return Optional.ofNullable(candidates.get(known(election))).flatMap(Elections::started);
    }

    /**
     * Done once this node leads and {@link LeaderOnly} methods run; they are left out until then. That is a moment after
     * {@link #isLeader} says so for the first time.
     */
    public CompletableFuture<Leadership> whenLeading(String election) {
        return gate(ElectionName.of(election)).whenOpen();
    }

    /** The leadership of the innermost {@link LeaderOnly} method that this thread runs. */
    public Optional<Leadership> current() {
        return Optional.ofNullable(current.get()).map(RunGate.Run::leadership);
    }

    /**
     * The leadership to act under: that of the {@link LeaderOnly} method which this thread runs, or else the one that this
     * node holds now.
     *
     * @throws NotLeaderException if there is none
     */
    public Leadership require(String election) {
        ElectionName name = known(election);
        return Optional.ofNullable(current.get())
                .flatMap(run -> run.under(name))
                .or(() -> find(election).flatMap(Candidate::leadership))
                .orElseThrow(() -> notLeader(election));
    }

    NotLeaderException notLeader(String election) {
        return new NotLeaderException("this node does not lead " + election
                + leader(election).map(it -> "; " + it.node().id() + " does").orElse(""));
    }

    /**
     * Runs {@code work} as a leader-only method of this thread, if this node leads now.
     *
     * @return whether it did
     */
    boolean run(String election, Work work) throws Throwable {
        ElectionName name = known(election);
        RunGate.Run outer = current.get();
        if (outer != null && outer.under(name).isPresent()) {
            // Part of a run that is counted already.
            work.run();
            return true;
        }
        RunGate gate = gate(name);
        // The gate is told to close a moment after this node has ceased to lead: nothing begins in between.
        boolean stepsDown = find(election).filter(it -> !it.isLeader()).isPresent();
        RunGate.Run entered = stepsDown ? null : gate.enter(outer).orElse(null);
        if (entered == null) {
            return false;
        }
        current.set(entered);
        try {
            work.run();
            return true;
        } finally {
            if (outer == null) {
                current.remove();
            } else {
                current.set(outer);
            }
            gate.leave(entered);
        }
    }

    /** What a leader-only method does. */
    @FunctionalInterface
    interface Work {
        void run() throws Throwable;
    }

    RunGate gate(ElectionName election) {
        RunGate gate = gates.get(election);
        if (gate == null) {
            throw unknown(election.value());
        }
        return gate;
    }

    /**
     * Enters an election, in which this node stands from now on. A candidate may lead, and start its duties, before
     * {@code start} has returned: a caller that asks for it waits until then.
     */
    Candidate stand(ElectionName election, Supplier<Candidate> start) {
        CompletableFuture<Candidate> starting = new CompletableFuture<>();
        candidates.put(election, starting);
        try {
            Candidate candidate = start.get();
            starting.complete(candidate);
            return candidate;
        } finally {
            if (!starting.isDone()) {
                candidates.remove(election);
                starting.cancel(false);
            }
        }
    }

    private static Optional<Candidate> started(CompletableFuture<Candidate> starting) {
        try {
            return Optional.of(starting.join());
        } catch (CancellationException refused) {
            return Optional.empty();
        }
    }

    /** This node has left all elections. */
    void left() {
        candidates.clear();
    }

    List<Candidate> candidates() {
        return candidates.values().stream()
                .flatMap(starting -> started(starting).stream())
                .toList();
    }

    private ElectionName known(String election) {
        ElectionName name = ElectionName.of(election);
        if (!gates.containsKey(name)) {
            throw unknown(election);
        }
        return name;
    }

    private IllegalArgumentException unknown(String election) {
        return new IllegalArgumentException("baton.elections does not have " + election + ", only " + gates.keySet());
    }
}
