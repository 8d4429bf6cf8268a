// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.benchmarks.Contender.Kind;
import dev.baton.benchmarks.peers.CuratorCandidate;
import dev.baton.benchmarks.peers.EtcdCandidate;
import dev.baton.benchmarks.peers.JGroupsCandidate;
import dev.baton.benchmarks.peers.QuartzCandidate;
import dev.baton.benchmarks.peers.ShedLockCandidate;
import dev.baton.benchmarks.peers.SpringCandidate;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Who is compared, each with its defaults and with faster settings. */
final class Contenders {
    private static final Duration DEFAULT_LEASE = Duration.ZERO;

    static final List<Contender> ALL = List.of(
            baton("sql", "default: lease 10 s", Kind.POSTGRES, false, DEFAULT_LEASE, Duration.ofSeconds(10)),
            baton("sql", "lease 10 s, peer channel", Kind.POSTGRES, true, DEFAULT_LEASE, Duration.ofSeconds(1)),
            baton("sql", "fast: lease 2 s", Kind.POSTGRES, false, Duration.ofSeconds(2), Duration.ofSeconds(2))
                    .because("the shortest lease that docs/sql.md calls reasonable on one host"),
            baton("registry", "default: lease 3 s", Kind.NOTHING, false, DEFAULT_LEASE, Duration.ofSeconds(3)),
            baton("bully", "default: heartbeat 500 ms", Kind.NOTHING, false, DEFAULT_LEASE, Duration.ofSeconds(3)),
            baton("raft", "default: lease 10 s", Kind.NOTHING, false, DEFAULT_LEASE, Duration.ofSeconds(10)),
            baton("raft", "lease 10 s, peer channel", Kind.NOTHING, true, DEFAULT_LEASE, Duration.ofSeconds(1)),
            baton("raft", "fast: lease 5 s", Kind.NOTHING, false, Duration.ofSeconds(5), Duration.ofSeconds(5))
                    .because("longer than the group takes to have a leader again, which is up to 4 s (docs/raft.md): a"
                            + " shorter lease would be lost with each of the group's leaders"),
            curator("default: session 60 s, server allows 40 s", 2_000, 60_000, 15_000, Duration.ofSeconds(40)),
            curator("fast: tick 250 ms, session 500 ms", 250, 500, 500, Duration.ofMillis(500))
                    .because(
                            "a server grants no session under two of its ticks; the tick is an eighth of the usual one"),
            etcd("as etcdctl lock: TTL 10 s", 10, Duration.ofSeconds(10)),
            etcd("fast: TTL 2 s, the shortest granted", 2, Duration.ofSeconds(2))
                    .because(
                            "a server grants no lease under one and a half election timeouts, with the default of 1 s and"
                                    + " in whole seconds 2"),
            spring("default: TTL 10 s, heartbeat 500 ms", 10_000, 500, 50, Duration.ofSeconds(10)),
            spring("fast: TTL 2 s, heartbeat 200 ms", 2_000, 200, 50, Duration.ofSeconds(2))
                    .because(
                            "its documentation names no least; ten heartbeats to a time to live, of which the default has"
                                    + " twenty"),
            shedLock("as KeepAlive: 30 s, extended every 15 s", 30_000, 15_000, Duration.ofSeconds(30)),
            shedLock("fast: 2 s, extended every 500 ms", 2_000, 500, Duration.ofSeconds(2))
                    .because(
                            "its KeepAliveLockProvider refuses less than 30 s, so the job extends the lock by itself, four"
                                    + " times within lockAtMostFor; nothing shorter is documented"),
            quartz("default: check-in 7.5 s, idle wait 30 s", 7_500, 30_000, Duration.ofSeconds(45)),
            quartz("fast: check-in 500 ms, idle wait 1 s", 500, 1_000, Duration.ofSeconds(8))
                    .because("no idle wait under 1 s is legal; a shorter check-in hardly helps, since a node is thought"
                            + " failed 7.5 s after the one that it missed, whatever the interval"),
            jGroups("default tcp.xml: FD_ALL3 40 s, verify 1.5 s", 0, 0, 0, 0, Duration.ofSeconds(40)),
            jGroups("fast: FD_ALL3 2 s, verify 100 ms, merge 1 s", 2_000, 500, 100, 1_000, Duration.ofSeconds(2))
                    .because(
                            "its manual names no least; four heartbeats of 500 ms, of which the default has eight of 5 s"));

    /** What is timed, for each library. */
    static final Map<String, String> ACTS = Map.of(
            "Baton", "its duty is started",
            "Curator LeaderLatch", "the latch's listener is told isLeader",
            "etcd election", "its campaign has succeeded; it believes so until jetcd reports the end of its lease",
            "Spring Integration JDBC", "the candidate is told onGranted",
            "ShedLock", "not an election: a job tried every 500 ms gets the lock, and keeps it by extending it",
            "Quartz JDBC cluster",
                    "not an election: a run begins of a job that may not run twice at a time and lasts until told to end",
            "JGroups coordinator", "it is told of a view in which it is the first member");

    private Contenders() {}

    /** @param lease what it is told; its own, if that is nothing */
    private static Contender baton(
            String elector, String setting, Kind backend, boolean channel, Duration lease, Duration takeover) {
        return new Contender(
                "Baton " + elector,
                setting,
                BatonCandidate.class,
                backend,
                Map.of(
                        "elector", elector,
                        "channel", Boolean.toString(channel),
                        "lease", Long.toString(lease.toMillis())),
                takeover,
                "");
    }

    private static Contender curator(String setting, int tick, int session, int connection, Duration takeover) {
        return new Contender(
                "Curator LeaderLatch",
                setting,
                CuratorCandidate.class,
                Kind.ZOOKEEPER,
                Map.of("tick", text(tick), "session", text(session), "connection", text(connection)),
                takeover,
                "");
    }

    private static Contender etcd(String setting, int seconds, Duration takeover) {
        return new Contender(
                "etcd election", setting, EtcdCandidate.class, Kind.ETCD, Map.of("ttl", text(seconds)), takeover, "");
    }

    private static Contender spring(String setting, int ttl, int heartbeat, int busyWait, Duration takeover) {
        return new Contender(
                "Spring Integration JDBC",
                setting,
                SpringCandidate.class,
                Kind.POSTGRES,
                Map.of("ttl", text(ttl), "heartbeat", text(heartbeat), "busyWait", text(busyWait)),
                takeover,
                "");
    }

    private static Contender shedLock(String setting, int atMost, int extend, Duration takeover) {
        return new Contender(
                "ShedLock",
                setting,
                ShedLockCandidate.class,
                Kind.POSTGRES,
                Map.of("atMost", text(atMost), "extend", text(extend), "every", text(500)),
                takeover,
                "");
    }

    private static Contender quartz(String setting, int checkIn, int idleWait, Duration takeover) {
        return new Contender(
                "Quartz JDBC cluster",
                setting,
                QuartzCandidate.class,
                Kind.POSTGRES,
                Map.of("checkin", text(checkIn), "idleWait", text(idleWait)),
                takeover,
                "");
    }

    private static Contender jGroups(
            String setting, int suspect, int interval, int verify, int merge, Duration takeover) {
        return new Contender(
                "JGroups coordinator",
                setting,
                JGroupsCandidate.class,
                Kind.NOTHING,
                Map.of(
                        "suspect", text(suspect),
                        "interval", text(interval),
                        "verify", text(verify),
                        "merge", text(merge)),
                takeover,
                "");
    }

    private static String text(int number) {
        return Integer.toString(number);
    }
}
