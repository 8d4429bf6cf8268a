// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings a member with an empty folder into a group: asks around, and does what {@link BootstrapRules} say. */
final class GroupEntry {
    private static final Logger LOG = LoggerFactory.getLogger(GroupEntry.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    /** Half as often after so many looks: a member that does not come is not asked for all the time. */
    private static final int LOOKS_BEFORE_LONGER = 40;

    private static final int MAX_DOUBLINGS = 3;
    private static final Duration ANSWER = Duration.ofMillis(500);
    private static final Duration JOINING = Duration.ofSeconds(10);
    private static final Duration AGAIN = Duration.ofMillis(500);

    /** What it needs of its member. */
    interface Member {
        /** Blocks, so it is called on a thread of its own. */
        void found(MemberIdentity.Founding founding);

        boolean hasGroup();

        /** Whether it was in its group for good once: it was one of the first, or was let in. It does not ask again. */
        boolean wasIn();

        /** Notes that it is in for good. Blocks, so it is called on a thread of its own. */
        void noteEntry();

        /** Its group; nothing if this member is closed, or has ended. */
        Optional<Division> division();

        void later(Duration delay, Runnable task);

        void onOwnThread(Runnable task);
    }

    private final GroupPeer self;
    private final MemberSettings settings;
    private final PeerCalls peers;
    private final Timer timer;
    private final Member member;
    /** Addresses that were told about. */
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    private String told = "";
    private int looks;

    GroupEntry(GroupPeer self, MemberSettings settings, PeerCalls peers, Timer timer, Member member) {
        this.self = self;
        this.settings = settings;
        this.peers = peers;
        this.timer = timer;
        this.member = member;
    }

    void start() {
        if (!member.hasGroup()) {
            look();
        } else if (!member.wasIn()) {
            // It may have ended before it was let in.
            enter();
        }
    }

    private void look() {
        Map<String, MemberStatus> heard = new ConcurrentHashMap<>();
        List<CompletableFuture<?>> asked = settings.others().stream()
                .<CompletableFuture<?>>map(address -> peers.status(address, MemberRequest.ANY, ANSWER)
                        .handle((status, silent) -> {
                            if (status != null) {
                                heard.put(address, status);
                            }
                            PeerCalls.refusedByTls(silent).ifPresent(why -> tellOfTls(address, why));
                            return null;
                        }))
                .toList();
        Futures.then(
                CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)),
                (all, none) -> decide(BootstrapRules.decide(self, settings.bootstrap(), heard)));
    }

    private void decide(BootstrapRules.Decision decision) {
        if (decision instanceof BootstrapRules.Wait wait) {
            tell("waits for its group: " + wait.why());
            member.later(pause(looks++), this::look);
        } else if (decision instanceof BootstrapRules.Form form) {
            tell("is a first member of group " + form.group().cluster());
            found(form.group());
        } else if (decision instanceof BootstrapRules.Join join) {
            tell("asks to be let into group " + join.cluster());
            found(new MemberIdentity.Founding(join.cluster(), List.of()));
        }
    }

    /** @param looks so many were without success */
    static Duration pause(int looks) {
        return FIRST_PAUSE.multipliedBy(1L << Math.min(MAX_DOUBLINGS, looks / LOOKS_BEFORE_LONGER));
    }

    /** Once for each reason. */
    private void tell(String what) {
        if (!what.equals(told)) {
            told = what;
            LOG.atLevel(LeaderWarmUp.level(self.id())).log("Raft member {} {}", self, what);
        }
    }

    private void tellOfTls(String address, String why) {
        if (refused.add(address)) {
            LOG.warn(
                    "Raft member {} and the one at {} do not accept each other's certificates: {}", self, address, why);
        }
    }

    private void found(MemberIdentity.Founding founding) {
        member.onOwnThread(() -> {
            member.found(founding);
            if (founding.first().isEmpty()) {
                enter();
            }
        });
    }

    private void enter() {
        Optional<Division> here = member.division();
        if (here.isEmpty()) {
            return;
        }
        if (here.get().isSettledIn()) {
            member.onOwnThread(member::noteEntry);
        } else if (here.get().isIn()) {
            // Whether that is for good it hears of the leader, or that it was removed.
            member.later(AGAIN, this::enter);
        } else {
            askToBeLetIn();
        }
    }

    private void askToBeLetIn() {
        LeaderClient client = new LeaderClient(peers, new RemoteDirectory(settings.others()), timer);
        Futures.then(client.call(MembershipSide.PART, MembershipSide.join(self), JOINING), (answer, problem) -> {
            String outcome = answer == null
                    ? String.valueOf(Futures.cause(problem).getMessage())
                    : new String(answer, StandardCharsets.UTF_8);
            if (outcome.equals(MembershipSide.DONE)) {
                // The leader said so, and that is for good. Asked again, it might be let in after it was removed.
                member.onOwnThread(member::noteEntry);
            } else {
                LOG.warn("Raft member {} has not been admitted yet: {}", self, outcome);
                member.later(AGAIN, this::enter);
            }
        });
    }
}
