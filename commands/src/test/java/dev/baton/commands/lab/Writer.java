// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import dev.baton.commands.slots.FencingToken;
import dev.baton.internal.runtime.TimedWait;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts as fast as it is answered, and goes where it is sent. Each count stands between two leases, whose tokens tell
 * under which epoch it was made.
 */
abstract class Writer implements Runnable {
    /** A count, and the tokens of the leases that were acquired just before and just after it. */
    record Count(FencingToken before, long value, FencingToken after) {
        static Count of(String before, long value, String after) {
            return new Count(FencingToken.parse(before), value, FencingToken.parse(after));
        }
    }

    /** What a client library was told by a server. */
    static final class ErrorReply extends Exception {
        private static final long serialVersionUID = 1L;

        ErrorReply(String text) {
            super(text);
        }
    }

    /** No answer: it is not known whether it was counted. */
    static final class NoReply extends Exception {
        private static final long serialVersionUID = 1L;

        NoReply(Throwable cause) {
            super(cause);
        }
    }

    private static final Duration REST = Duration.ofMillis(5);
    private static final AtomicLong KEYS = new AtomicLong();

    private final List<String> addresses;
    final Queue<Acknowledged> told = new ConcurrentLinkedQueue<>();
    private final Map<Long, AtomicInteger> toldUnder = new ConcurrentHashMap<>();
    final Queue<String> surprises = new ConcurrentLinkedQueue<>();
    final AtomicInteger redirected = new AtomicInteger();
    final AtomicInteger unanswered = new AtomicInteger();
    private String address;

    Writer(List<String> addresses) {
        this.addresses = addresses;
        this.address = addresses.get(0);
    }

    /** Sends {@code LEASE.ACQUIRE before}, {@code INCR n} and {@code LEASE.ACQUIRE after} in one go, and returns the answers. */
    abstract Count count(String address, String before, String after) throws ErrorReply, NoReply;

    abstract void disconnect();

    int toldUnder(long epoch) {
        AtomicInteger count = toldUnder.get(epoch);
        return count == null ? 0 : count.get();
    }

    long latestEpoch() {
        return toldUnder.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                once();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } finally {
            disconnect();
        }
    }

    private void once() throws InterruptedException {
        long key = KEYS.incrementAndGet();
        long sentAt = System.nanoTime();
        try {
            Count count = count(address, "before-" + key, "after-" + key);
            long heardAt = System.nanoTime();
            long epoch = count.before().epoch();
            if (epoch == count.after().epoch()) {
                told.add(new Acknowledged(address, epoch, count.value(), sentAt, heardAt));
                toldUnder.computeIfAbsent(epoch, unused -> new AtomicInteger()).incrementAndGet();
            }
        } catch (ErrorReply error) {
            redirected.incrementAndGet();
            turn(String.valueOf(error.getMessage()));
            TimedWait.of(REST);
        } catch (NoReply lost) {
            unanswered.incrementAndGet();
            disconnect();
            turnToNext();
            TimedWait.of(REST);
        }
    }

    private void turn(String error) {
        String[] words = error.split(" ");
        disconnect();
        if (words[0].equals("NOT_LEADER") && words.length == 4 && addresses.contains(words[2])) {
            address = words[2];
        } else if (words[0].equals("NO_LEADER")) {
            turnToNext();
        } else {
            surprises.add(error);
            turnToNext();
        }
    }

    private void turnToNext() {
        address = addresses.get((addresses.indexOf(address) + 1) % addresses.size());
    }
}
