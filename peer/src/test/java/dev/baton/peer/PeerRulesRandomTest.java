// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The rules against a model of a process and the network to it, at random: who lives is never declared gone. */
class PeerRulesRandomTest {
    private static final int RUNS = 20_000;
    private static final int STEPS = 200;
    private static final List<Network> NETWORKS = List.of(Network.values());
    private static final NodeId ID = NodeId.of("leader");

    @Test
    void whoLivesIsNeverGoneAndWhoIsDeadIsFoundOut() {
        Outcome outcome = runAll(true);

        assertThat(outcome.wrong).isEmpty();
        assertThat(outcome.proven).isGreaterThan(RUNS / 10);
    }

    @Test
    void withoutALockToAskForOnlyALaterStartIsProof() {
        Outcome outcome = runAll(false);

        assertThat(outcome.wrong).isEmpty();
        assertThat(outcome.proven).isPositive().isEqualTo(outcome.replaced);
    }

    private record Outcome(Optional<String> wrong, int proven, int replaced) {}

    private static Outcome runAll(boolean lockIsSeen) {
        int proven = 0;
        int replaced = 0;
        for (long seed = 1; seed <= RUNS; seed++) {
            Model model = new Model(lockIsSeen, new SplittableRandom(seed));
            for (int step = 0; step < STEPS && !model.declaredGone; step++) {
                model.step();
            }
            if (model.declaredGone) {
                if (model.process != Life.DEAD) {
                    return new Outcome(Optional.of("seed " + seed + ": gone while " + model.process), proven, replaced);
                }
                proven++;
                replaced += model.successor ? 1 : 0;
            }
        }
        return new Outcome(Optional.empty(), proven, replaced);
    }

    private enum Life {
        ALIVE,
        PAUSED,
        DEAD
    }

    private enum Network {
        WORKS,
        CUT,
        /** Resets what is established and refuses what is new, on behalf of the process behind it. */
        RESETS
    }

    /** One process, its possible successor, the network, and one watcher. */
    private static final class Model {
        private final SplittableRandom chance;
        private final boolean lockIsSeen;
        private final PeerRules rules;
        private final Node watched = new Node(ID, new Incarnation(1));
        private Life process = Life.ALIVE;
        private boolean successor;
        private Network network = Network.WORKS;
        private boolean connecting;
        private boolean connected;
        private boolean declaredGone;
        private long now;

        Model(boolean lockIsSeen, SplittableRandom chance) {
            this.chance = chance;
            this.lockIsSeen = lockIsSeen;
            this.rules = new PeerRules(watched, PeerSettings.defaults(), chance.split(), 0);
        }

        void step() {
            switch (chance.nextInt(8)) {
                case 0 -> changeProcess();
                case 1 -> changeNetwork();
                case 2 -> silence();
                default -> watch();
            }
        }

        private void changeProcess() {
            switch (process) {
                case ALIVE -> process = chance.nextInt(4) == 0 ? Life.DEAD : Life.PAUSED;
                case PAUSED -> process = chance.nextInt(4) == 0 ? Life.DEAD : Life.ALIVE;
                // The address is free only now.
                case DEAD -> successor |= chance.nextInt(3) == 0;
            }
            if (process == Life.DEAD && network == Network.WORKS) {
                end();
            }
        }

        private void changeNetwork() {
            network = NETWORKS.get(chance.nextInt(NETWORKS.size()));
            if (network == Network.RESETS || (network == Network.WORKS && process == Life.DEAD)) {
                end();
            }
        }

        private void end() {
            if (connected) {
                connected = false;
                perform(rules.endedByPeer(now));
            }
        }

        private void silence() {
            if (connected && (network == Network.CUT || process == Life.PAUSED)) {
                connected = false;
                perform(rules.cutOff(now));
            }
        }

        private void watch() {
            if (connecting) {
                connecting = false;
                perform(outcomeOfAttempt());
            } else {
                now += Duration.ofMillis(chance.nextInt(5_000)).toNanos();
                perform(rules.tick(now));
            }
        }

        private List<PeerEffect> outcomeOfAttempt() {
            if (network != Network.WORKS || process == Life.PAUSED) {
                return rules.unanswered(lock(), now);
            }
            if (process == Life.ALIVE) {
                connected = true;
                return rules.answered(answerOf(1), lock(), now);
            }
            return successor ? rules.answered(answerOf(2), lock(), now) : rules.unanswered(lock(), now);
        }

        /** Asking may fail at any time, for lack of a file descriptor. */
        private LockState lock() {
            if (!lockIsSeen || chance.nextInt(4) == 0) {
                return LockState.UNKNOWN;
            }
            return process == Life.DEAD ? LockState.FREE : LockState.HELD;
        }

        private PeerAnswer answerOf(long incarnation) {
            return new PeerAnswer(
                    new Node(ID, new Incarnation(incarnation)),
                    NetworkPath.DIRECT,
                    Optional.of(new HostMark("00000000000000000000000000000001")),
                    Optional.empty());
        }

        private void perform(List<PeerEffect> effects) {
            connecting |= effects.contains(PeerEffect.CONNECT);
            connected &= !effects.contains(PeerEffect.DISCONNECT);
            declaredGone |= effects.contains(PeerEffect.GONE);
        }
    }
}
