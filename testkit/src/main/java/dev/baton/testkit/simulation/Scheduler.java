// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.util.PriorityQueue;

/** Virtual time: events run one after another, by their instants; those of one instant in an order by chance. */
public final class Scheduler {
    private final PriorityQueue<Timer> queue = new PriorityQueue<>();
    private final SeededRandom ties;
    private long now;
    private long added;
    private long steps;

    public Scheduler(SeededRandom ties) {
        this.ties = ties;
    }

    /** Nanoseconds since the run began. */
    public long now() {
        return now;
    }

    /** How many events have run. */
    public long steps() {
        return steps;
    }

    public Timer at(long instant, Runnable task) {
        Timer timer = new Timer(Math.max(instant, now), ties.number(), added++, task);
        queue.add(timer);
        return timer;
    }

    public Timer after(long nanos, Runnable task) {
        return at(now + nanos, task);
    }

    /** Runs the next event, if there is one before {@code limit}; otherwise it is {@code limit}. */
    public boolean step(long limit) {
        Timer next = queue.peek();
        while (next != null && next.cancelled) {
            queue.poll();
            next = queue.peek();
        }
        if (next == null || next.at >= limit) {
            now = Math.max(now, limit);
            return false;
        }
        queue.poll();
        now = next.at;
        steps++;
        next.task.run();
        return true;
    }

    /** An event to come. */
    public static final class Timer implements Comparable<Timer> {
        private final long at;
        private final int tie;
        private final long order;
        private final Runnable task;
        private boolean cancelled;

        private Timer(long at, int tie, long order, Runnable task) {
            this.at = at;
            this.tie = tie;
            this.order = order;
            this.task = task;
        }

        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Timer other) {
            int byTime = Long.compare(at, other.at);
            int byChance = byTime != 0 ? byTime : Integer.compare(tie, other.tie);
            return byChance != 0 ? byChance : Long.compare(order, other.order);
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(order);
        }
    }
}
