// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The rules for watching one peer: what happened to connections goes in, what to do comes out. Knows no thread, clock,
 * file or socket, and is confined to the channel's thread.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Without an authenticated connection to this very process there is no proof of anything.
 *   <li>The process is gone if its lock was seen to be held while it answered, it ended that connection, a fresh
 *       attempt did not reach it, and the kernel now says that the lock is free. What the network shows is never
 *       enough.
 *   <li>An answer is proof if it {@link PeerAnswer#replaces replaces} the first.
 *   <li>A proof is as old as the last attempt: it is made again each time it is {@link #again asked for}, and withdrawn
 *       when the process answers.
 * </ol>
 */
final class PeerRules {
    static final Duration MIN_PAUSE = Duration.ofMillis(50);
    private static final int MAX_DOUBLINGS = 20;

    private enum State {
        WAITING,
        CONNECTING,
        CONNECTED
    }

    private final Node watched;
    private final PeerSettings settings;
    private final RandomGenerator chance;

    private State state = State.WAITING;
    private long nextAt;
    /** The last answer of the process itself, and whether its lock was held then. */
    private @Nullable PeerAnswer met;

    private boolean lockWasHeld;
    private boolean endedByPeer;
    /** Since the proof was last asked for. */
    private boolean saidGone;
    /** It was reported as gone, and has not answered since. */
    private boolean takenForGone;

    private long connectedAt;
    /** Attempts in a row that failed, and connections in a row that did not last. */
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
        if (state == State.WAITING && !MonotonicTime.isBefore(now, nextAt)) {
            state = State.CONNECTING;
            return List.of(PeerEffect.CONNECT);
        }
        return List.of();
    }

    /** A lease of this process was seen again: if it was reported as gone, that has to be proven again. */
    List<PeerEffect> again(long now) {
        if (!saidGone) {
            return List.of();
        }
        saidGone = false;
        if (state == State.WAITING) {
            nextAt = now;
        }
        return tick(now);
    }

    /**
     * A peer that knows the secret answered.
     *
     * @param lock the lock of the watched process, checked after it answered
     */
    List<PeerEffect> answered(PeerAnswer answer, LockState lock, long now) {
        if (state != State.CONNECTING) {
            return List.of();
        }
        if (answer.node().equals(watched)) {
            return met(answer, lock, now);
        }
        PeerAnswer earlier = met;
        boolean replaced = earlier != null && answer.replaces(earlier);
        backOff(now);
        return replaced || isFree(lock) ? gone(List.of(PeerEffect.DISCONNECT)) : List.of(PeerEffect.DISCONNECT);
    }

    private List<PeerEffect> met(PeerAnswer answer, LockState lock, long now) {
        met = answer;
        lockWasHeld = lock == LockState.HELD;
        endedByPeer = false;
        connectedAt = now;
        attempts = shortLived;
        state = State.CONNECTED;
        if (takenForGone) {
            takenForGone = false;
            saidGone = false;
            return List.of(PeerEffect.ANSWERS);
        }
        return List.of();
    }

    /** The fresh connection failed: refused, no answer, no route, no secret, or nonsense. */
    List<PeerEffect> unanswered(LockState lock, long now) {
        if (state != State.CONNECTING) {
            return List.of();
        }
        backOff(now);
        return isFree(lock) ? gone(List.of()) : List.of();
    }

    private boolean isFree(LockState lock) {
        return lockWasHeld && endedByPeer && lock == LockState.FREE;
    }

    private List<PeerEffect> gone(List<PeerEffect> before) {
        if (saidGone) {
            return before;
        }
        saidGone = true;
        takenForGone = true;
        return before.isEmpty() ? List.of(PeerEffect.GONE) : List.of(PeerEffect.DISCONNECT, PeerEffect.GONE);
    }

    /** The other side ended the connection. */
    List<PeerEffect> endedByPeer(long now) {
        if (state != State.CONNECTED) {
            return List.of();
        }
        endedByPeer = true;
        boolean lasted = !MonotonicTime.isBefore(now, MonotonicTime.plus(connectedAt, settings.reconnectPause()));
        shortLived = lasted ? 1 : shortLived + 1;
        if (shortLived == 1) {
            state = State.CONNECTING;
            return List.of(PeerEffect.CONNECT);
        }
        // It lives and ends our connections: no reason to connect again without a pause.
        backOff(now);
        return List.of();
    }

    /** This side ended the connection, because nothing was received, or only nonsense. */
    List<PeerEffect> cutOff(long now) {
        if (state == State.CONNECTED) {
            endedByPeer = false;
            backOff(now);
        }
        return List.of();
    }

    /** This side ended the attempt or the connection, because no election needs it for now. */
    List<PeerEffect> rest(long now) {
        return state == State.CONNECTED ? cutOff(now) : unanswered(LockState.UNKNOWN, now);
    }

    // ---- what follows

    long wakeAt(long now) {
        return state == State.WAITING ? nextAt : MonotonicTime.never(now);
    }

    private void backOff(long now) {
        long pause = MIN_PAUSE.toNanos() << Math.min(attempts, MAX_DOUBLINGS);
        attempts++;
        long bounded = Math.min(pause, settings.reconnectPause().toNanos());
        nextAt = MonotonicTime.plus(now, Duration.ofNanos(bounded / 2 + (long) (bounded / 2.0 * chance.nextDouble())));
        state = State.WAITING;
    }
}
