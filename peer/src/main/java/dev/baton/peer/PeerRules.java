// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.core.Instants;
import dev.baton.core.Node;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The rules by which one peer is watched: what became of connections goes in, what is to be done comes out. Knows no
 * thread, clock or socket, and is confined to the channel's thread.
 *
 * <p>What it keeps:
 *
 * <ol>
 *   <li>Without an authenticated connection to this very process there is no proof of anything.
 *   <li>Refusals prove that it is gone if that connection was ended from its side, nothing but refusals followed, there
 *       were several, and the {@link RefusalProof policy} trusts the path.
 *   <li>An answer proves it if it {@link Answer#replaces replaces} the first.
 *   <li>Whatever else happens proves nothing, and takes back refusals that were counted.
 * </ol>
 */
final class PeerRules {
    static final Duration SHORTEST_PAUSE = Duration.ofMillis(50);
    private static final int MAX_DOUBLINGS = 20;

    private enum State {
        WAITING,
        CONNECTING,
        CONNECTED,
        GONE
    }

    private final Node watched;
    private final PeerSettings settings;
    private final RandomGenerator chance;

    private State state = State.WAITING;
    private long nextAt;
    /** What the process itself answered. */
    private @Nullable Answer witness;

    private long connectedAt;
    private boolean endedByPeer;
    private int refusals;
    /** Attempts in a row that came to nothing, and connections in a row that did not last. */
    private int attempts;

    private int shortLived;

    PeerRules(Node watched, PeerSettings settings, RandomGenerator chance, long now) {
        this.watched = watched;
        this.settings = settings;
        this.chance = chance;
        this.nextAt = now;
    }

    // ---- what can happen

    List<PeerEffect> tick(long now) {
        if (state == State.WAITING && !Instants.isBefore(now, nextAt)) {
            state = State.CONNECTING;
            return List.of(PeerEffect.CONNECT);
        }
        return List.of();
    }

    /** Somebody who knows the secret answered. */
    List<PeerEffect> answered(Answer answer, long now) {
        if (state != State.CONNECTING) {
            return List.of();
        }
        Answer earlier = witness;
        if (answer.node().equals(watched)) {
            witness = answer;
            endedByPeer = false;
            refusals = 0;
            connectedAt = now;
            attempts = shortLived;
            state = State.CONNECTED;
            return List.of();
        }
        if (earlier != null && answer.replaces(earlier, settings.refusalIsProof())) {
            state = State.GONE;
            return List.of(PeerEffect.DISCONNECT, PeerEffect.GONE);
        }
        backOff(now);
        return List.of(PeerEffect.DISCONNECT);
    }

    /** The fresh connection was refused. */
    List<PeerEffect> refused(long now) {
        if (state != State.CONNECTING) {
            return List.of();
        }
        if (witness == null || !endedByPeer || !settings.refusalIsProof().accepts(witness.path())) {
            backOff(now);
            return List.of();
        }
        refusals++;
        if (refusals >= settings.refusals()) {
            state = State.GONE;
            return List.of(PeerEffect.GONE);
        }
        waitFor(settings.refusalPause(), now);
        return List.of();
    }

    /** The fresh connection failed in any other way: no answer, no way, no secret, no sense. */
    List<PeerEffect> failed(long now) {
        if (state == State.CONNECTING) {
            backOff(now);
        }
        return List.of();
    }

    /** The connection was ended from the other side. */
    List<PeerEffect> endedByPeer(long now) {
        if (state != State.CONNECTED) {
            return List.of();
        }
        endedByPeer = true;
        boolean lasted = !Instants.isBefore(now, Instants.plus(connectedAt, settings.reconnectPause()));
        shortLived = lasted ? 1 : shortLived + 1;
        if (shortLived == 1) {
            state = State.CONNECTING;
            return List.of(PeerEffect.CONNECT);
        }
        // It lives, and does not keep us: no reason to knock without a pause.
        backOff(now);
        return List.of();
    }

    /** The connection was ended from this side, because nothing was heard, or nothing sensible. */
    List<PeerEffect> cutOff(long now) {
        if (state == State.CONNECTED) {
            endedByPeer = false;
            backOff(now);
        }
        return List.of();
    }

    // ---- what follows

    long wakeAt(long now) {
        return state == State.WAITING ? nextAt : Instants.never(now);
    }

    private void backOff(long now) {
        refusals = 0;
        long pause = SHORTEST_PAUSE.toNanos() << Math.min(attempts, MAX_DOUBLINGS);
        attempts++;
        long bounded = Math.min(pause, settings.reconnectPause().toNanos());
        waitFor(Duration.ofNanos(bounded / 2 + (long) (bounded / 2.0 * chance.nextDouble())), now);
    }

    private void waitFor(Duration pause, long now) {
        nextAt = Instants.plus(now, pause);
        state = State.WAITING;
    }
}
