// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.testkit.memory.InMemoryLeases;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Questions about leadership, asked of two real candidates whose lease is renewed meanwhile, and the bare clock. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@State(Scope.Benchmark)
@NullUnmarked
public class IsLeaderCost {
    private Baton first;
    private Baton second;
    private Candidate leading;
    private Candidate standby;
    private Leadership leadership;

    @Setup
    public void elect() {
        InMemoryLeases leases = new InMemoryLeases();
        first = Baton.node("first").start(leases.elector());
        second = Baton.node("second").start(leases.elector());
        leading = first.stand("election").start();
        leadership = leading.whenLeading().join();
        standby = second.stand("election").start();
    }

    @TearDown
    public void leave() {
        boolean asMeant = leading.isLeader() && !standby.isLeader();
        second.close();
        first.close();
        if (!asMeant) {
            throw new IllegalStateException("leadership changed hands while it was measured");
        }
    }

    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }

    @Benchmark
    public boolean isLeaderOfALeader() {
        return leading.isLeader();
    }

    @Benchmark
    public boolean isLeaderOfAStandby() {
        return standby.isLeader();
    }

    @Benchmark
    public boolean mayAct() {
        return leadership.mayAct();
    }
}
