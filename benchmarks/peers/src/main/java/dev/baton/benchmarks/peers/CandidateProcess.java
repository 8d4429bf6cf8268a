// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks.peers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What all candidates say and hear, whatever they elect with. A candidate says {@code ready}, {@code acts NANOS} in the
 * moment when the work of the leader of its first election begins and {@code stopped NANOS} when it ends. Found to have
 * was paused, it says {@code resumed LEADS NANOS} with what it then takes for true, and {@code doubts NANOS} once it no longer
 * believes so. It hears {@code resign} and {@code count}, and answers {@code count ELECTIONS} with how many it leads.
 */
public final class CandidateProcess {
    private static final long STOOD_STILL = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long PROBE_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final Object OUTPUT = new Object();

    private final Map<String, String> arguments = new HashMap<>();

    /** Takes arguments of the form {@code name=value}. */
    public CandidateProcess(String... arguments) {
        for (String each : arguments) {
            String[] words = each.split("=", 2);
            this.arguments.put(words[0], words[1]);
        }
    }

    public String text(String name) {
        String value = arguments.get(name);
        if (value == null) {
            throw new IllegalArgumentException("there is no argument " + name);
        }
        return value;
    }

    public int number(String name) {
        return Integer.parseInt(text(name));
    }

    /** In how many elections to stand. */
    public int elections() {
        return number("elections");
    }

    /** The work of the leader of an election has begun. */
    public void acts(int election) {
        if (election == 0) {
            say("acts " + System.nanoTime());
        }
    }

    /** The work of the leader of an election has ended. */
    public void stopped(int election) {
        if (election == 0) {
            say("stopped " + System.nanoTime());
        }
    }

    /** Something went wrong that the library is expected to try again. */
    static void report(Exception failed) {
        System.err.println(System.nanoTime() + " " + failed);
    }

    private static void say(String line) {
        synchronized (OUTPUT) {
            System.out.println(line);
            System.out.flush();
        }
    }

    /**
     * Does as it is told until the process that started this one ends.
     *
     * @param leads whether this process believes that it leads the election of that number
     * @param resign gives up the first election
     */
    public void run(IntPredicate leads, Resignation resign) throws IOException {
        Thread probe = new Thread(() -> probe(leads), "probe");
        probe.setDaemon(true);
        probe.start();
        say("ready");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            switch (line) {
                case "resign" -> resign(resign);
                case "count" -> say("count " + count(leads));
                default -> throw new IOException("what is " + line + "?");
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private static void resign(Resignation resignation) {
        try {
            resignation.resign();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (Exception failed) {
            throw new IllegalStateException("cannot resign", failed);
        }
    }

    /** How a library gives up leadership. */
    @FunctionalInterface
    public interface Resignation {
        void resign() throws Exception;
    }

    private long count(IntPredicate leads) {
        return IntStream.range(0, elections()).filter(leads).count();
    }

    /** Asks all the time whether this process leads, and so is the first to ask after a pause. */
    private static void probe(IntPredicate leads) {
        long last = System.nanoTime();
        boolean stale = false;
        while (true) {
            LockSupport.parkNanos(PROBE_PAUSE);
            long now = System.nanoTime();
            boolean believes = leads.test(0);
            if (now - last > STOOD_STILL) {
                say("resumed " + believes + " " + now);
                stale = believes;
            } else if (stale && !believes) {
                say("doubts " + now);
                stale = false;
            }
            last = now;
        }
    }
}
