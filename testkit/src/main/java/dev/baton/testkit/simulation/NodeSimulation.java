// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One run of a cluster whose nodes agree among themselves, under random faults. First it is disturbed and must be safe at
 * every step; then it is left alone and must agree on one leader; then it is disturbed in ways that stay, and a majority
 * that is connected must have a leader in time. The seed decides everything.
 */
public abstract class NodeSimulation<N extends ClusterNode> {
    private static final long LOOK_EVERY = NodeCluster.SECOND / 10;

    private final long seed;
    private final String replay;
    private final NodeCluster<N> cluster;
    private final NodeFaults<N> faults;

    /**
     * @param module the folder of the elector
     * @param test the class that runs the simulation
     */
    protected NodeSimulation(long seed, NodeCluster<N> cluster, NodeFaults<N> faults, String module, String test) {
        this.seed = seed;
        this.cluster = cluster;
        this.faults = faults;
        this.replay = "./mvnw -pl " + module + " -am test -Dtest=" + test + " -Dbaton.seed=" + seed
                + " -Dsurefire.failIfNoSpecifiedTests=false";
    }

    /** How long faults happen. */
    protected abstract Duration disturbed();

    /** How long the nodes may take to agree when all faults are gone. */
    protected abstract Duration agreesWithin();

    /** How long what is still to be undone of the faults may take. */
    protected abstract Duration settling();

    /** Faults that stay as they are, if this run has any. */
    protected abstract Optional<LastingFaults<N>> stableFaults();

    /** What has to hold when all agree. */
    protected void agreed() {}

    public final Set<Enum<?>> facts() {
        return cluster.facts();
    }

    /** The first part alone: faults, and whether it is safe under them. */
    public final void runDisturbed() {
        faults.begin();
        pass(disturbed().toNanos());
    }

    /** @return how long it took to agree after the last fault */
    public final Duration run() {
        runDisturbed();
        faults.end();
        Duration took = agree();
        pass(settling().toNanos());
        agree();
        stableFaults().ifPresent(stable -> {
            stable.violation(this::pass).ifPresent(why -> {
                throw failure(why);
            });
            stable.end();
            agree();
        });
        return took;
    }

    private Duration agree() {
        Duration took = await("no agreement", agreesWithin(), cluster::disagreement);
        agreed();
        return took;
    }

    /** Lets time pass until nothing is missing. */
    protected final Duration await(String failure, Duration within, Supplier<Optional<String>> missing) {
        long began = cluster.now();
        Optional<String> found = missing.get();
        while (found.isPresent()) {
            if (cluster.now() > began + within.toNanos()) {
                throw failure(failure + ": " + found.get());
            }
            pass(LOOK_EVERY);
            found = missing.get();
        }
        return Duration.ofNanos(cluster.now() - began);
    }

    private void pass(long nanos) {
        cluster.runUntil(cluster.now() + nanos).ifPresent(why -> {
            throw failure(why);
        });
    }

    private AssertionError failure(String why) {
        return new AssertionError("seed " + seed + " (" + cluster.nodes().size() + " nodes, a lease of "
                + cluster.lease() + "): " + why + "\n" + cluster.story() + "\nto see it again: " + replay);
    }
}
