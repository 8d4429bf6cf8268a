// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long an election on a real database is without an acting leader. Three candidates, each a JVM of its own, stand
 * in one election; its leader is killed, asked to resign, or paused, again and again. Acting means that the next
 * leader's first write was accepted by the fence and committed. At the end of each series all that was written is
 * checked: no write of a replaced leader, no two leaders at once.
 */
final class SqlFailover implements Benchmark {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final Duration SHORT_LEASE = Duration.ofSeconds(2);

    /**
     * How often each is done, after one round that is not counted.
     *
     * @param waits kills without the peer channel, each of which takes a lease
     * @param pauses pauses for more than a lease of 10 s
     * @param shortPauses the same with a lease of 2 s
     */
    private record Plan(int kills, int resigns, int waits, int pauses, int shortPauses, boolean mariaDb) {
        static Plan of(Options.Effort effort) {
            return switch (effort) {
                case FULL -> new Plan(25, 20, 5, 5, 20, true);
                case QUICK, TINY -> new Plan(4, 2, 0, 0, 2, false);
            };
        }
    }

    @Override
    public String name() {
        return "sql-failover";
    }

    @Override
    public String description() {
        return "kill -9, resign and pause of the leader among three JVMs on PostgreSQL and MariaDB (own runs)";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options.effort());
        List<Figure> figures = new ArrayList<>();
        TestDatabase postgres = Servers.postgres();
        // The embedded server comes with it off; a real one would not.
        postgres.run("ALTER DATABASE baton SET synchronous_commit = on");
        figures.addAll(failover("PostgreSQL", postgres, plan, options));
        if (plan.mariaDb()) {
            figures.addAll(failover("MariaDB", Servers.mariaDb(), plan, options));
        }
        if (plan.waits() > 0) {
            String what = "PostgreSQL: kill -9 to acting, without the channel";
            try (SqlTrio trio = new SqlTrio(postgres, LEASE, false)) {
                figures.addAll(times(what, plan.waits(), trio, trio::kill, options));
            }
        }
        figures.addAll(believers(postgres, LEASE, plan.pauses(), options));
        figures.addAll(believers(postgres, SHORT_LEASE, plan.shortPauses(), options));
        return new Result(figures);
    }

    private static List<Figure> failover(String name, TestDatabase database, Plan plan, Options options)
            throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        try (SqlTrio trio = new SqlTrio(database, LEASE, true)) {
            figures.addAll(times(name + ": kill -9 to acting", plan.kills(), trio, trio::kill, options));
        }
        try (SqlTrio trio = new SqlTrio(database, LEASE, true)) {
            figures.addAll(times(name + ": resign to acting", plan.resigns(), trio, trio::resign, options));
        }
        return figures;
    }

    private static List<Figure> times(String what, int rounds, SqlTrio trio, Spread.Round round, Options options)
            throws InterruptedException {
        Spread millis = Spread.ofRounds(what, 1, rounds, options, round);
        trio.check();
        return millis.figures();
    }

    /** How often a leader that was paused for longer than its lease says, when first asked, that it leads. */
    private static List<Figure> believers(TestDatabase database, Duration lease, int rounds, Options options)
            throws IOException, InterruptedException {
        if (rounds == 0) {
            return List.of();
        }
        String what = "PostgreSQL: pauses longer than a lease of " + lease.toSeconds() + " s";
        int believers = 0;
        try (SqlTrio trio = new SqlTrio(database, lease, true)) {
            for (int i = 1; i <= rounds; i++) {
                boolean leads = trio.pause();
                options.say(String.format(Locale.ROOT, "%s, round %d of %d: leads %b", what, i, rounds, leads));
                believers += leads ? 1 : 0;
            }
            trio.checkAfterPauses();
        }
        return List.of(
                Figure.of(what, rounds, "pauses"), Figure.of(what + ", first answer is true", believers, "times"));
    }
}
