// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.raft.group.EntryTooLargeException;
import dev.baton.raft.group.GroupClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds the leader, and hands requests to it. A request is sent again only if it was certainly not handed over. */
final class LeaderClient implements GroupClient {
    /** Memory of those who wait is bounded. */
    static final int MAX_CALLS = 10_000;

    /** Leaves room for the head of a message. */
    static final int MAX_REQUEST_BYTES = RatisSettings.MAX_MESSAGE_BYTES - (1 << 10);

    private static final Duration PROBE = Duration.ofMillis(500);
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** Where members are, and whether the leader is one of this process. */
    interface Directory {
        UUID cluster();

        /** All addresses that are known. */
        Collection<String> addresses();

        /** Where the leader is thought to be. */
        Optional<String> leader();

        /** What was heard from a member. */
        void heard(String address, MemberStatus status);

        /** That no leader was met at an address. */
        void notAt(String address);

        /** Answers in this process if its member leads. */
        Optional<CompletableFuture<CallAnswer>> here(String part, byte[] request);
    }

    private final PeerCalls peers;
    private final Directory directory;
    private final Timer timer;
    private final EngineMetrics measures;
    private final Set<Call> open = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    LeaderClient(PeerCalls peers, Directory directory, Timer timer) {
        this(peers, directory, timer, new EngineMetrics());
    }

    LeaderClient(PeerCalls peers, Directory directory, Timer timer, EngineMetrics measures) {
        this.peers = peers;
        this.directory = directory;
        this.timer = timer;
        this.measures = measures;
    }

    @Override
    public CompletableFuture<byte[]> call(String part, byte[] request, Duration within) {
        if (closed) {
            return CompletableFuture.failedFuture(new UnavailableException("the client is closed"));
        }
        if (open.size() >= MAX_CALLS) {
            return CompletableFuture.failedFuture(
                    new UnavailableException("more than " + MAX_CALLS + " requests wait for an answer"));
        }
        if (request.length > MAX_REQUEST_BYTES) {
            return CompletableFuture.failedFuture(new EntryTooLargeException(
                    "a request of " + request.length + " bytes to " + part + ": at most " + MAX_REQUEST_BYTES));
        }
        Call call = new Call(part, request, within);
        open.add(call);
        Futures.then(call.result, (answer, problem) -> open.remove(call));
        call.start();
        return call.result;
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(call -> call.giveUp("the client was closed before a request to " + call.part + " was answered"));
    }

    private final class Call {
        private final String part;
        private final byte[] request;
        private final long until;
        private final Duration within;
        private final CompletableFuture<byte[]> result = new CompletableFuture<>();
        private String trouble = "no leader was found";
        /** Handed over, and not answered yet. */
        private boolean handedOver;

        private boolean over;
        private int redirects;
        private Runnable cancelTimeout = () -> {};

        Call(String part, byte[] request, Duration within) {
            this.part = part;
            this.request = request;
            this.within = within;
            this.until = System.nanoTime() + within.toNanos();
        }

        void start() {
            cancelTimeout = timer.later(within, this::timedOut);
            attempt();
        }

        private void timedOut() {
            giveUp("no answer to a request to " + part + " within " + within.toMillis() + " ms");
        }

        void giveUp(String message) {
            String why;
            boolean unknown;
            synchronized (this) {
                over = true;
                unknown = handedOver;
                why = trouble;
            }
            result.completeExceptionally(
                    unknown ? new OutcomeUnknownException(message) : new UnavailableException(message + ": " + why));
        }

        private void attempt() {
            if (closed) {
                finish(null, new UnavailableException("the client is closed"));
                return;
            }
            if (!handOver()) {
                return;
            }
            Optional<CompletableFuture<CallAnswer>> here = directory.here(part, request);
            if (here.isPresent()) {
                Futures.then(here.get(), (answer, problem) -> answered("this process", answer, problem));
                return;
            }
            Optional<String> leader = directory.leader();
            if (leader.isPresent()) {
                send(leader.get());
            } else {
                notHandedOver("no leader is known");
                probe();
            }
        }

        private void send(String address) {
            byte[] question = new MemberRequest(directory.cluster(), MemberRequest.Kind.CALL, part, request).bytes();
            Duration left = Duration.ofNanos(Math.max(1, until - System.nanoTime()));
            Futures.then(
                    peers.ask(address, question, left).thenApply(CallAnswer::parse),
                    (answer, problem) -> answered(address, answer, problem));
        }

        private void answered(String address, @Nullable CallAnswer answer, @Nullable Throwable problem) {
            if (answer == null) {
                directory.notAt(address);
                Throwable cause = Futures.cause(problem);
                if (cause instanceof PeerCalls.NotSentException) {
                    again(String.valueOf(cause.getMessage()));
                } else {
                    finish(
                            null,
                            new OutcomeUnknownException(part + " may have been asked: " + cause.getMessage(), cause));
                }
                return;
            }
            switch (answer.kind()) {
                case ANSWER -> finish(answer.content(), null);
                case NOT_LEADER -> {
                    directory.notAt(address);
                    again(address + " does not lead");
                }
                case REFUSED -> {
                    directory.notAt(address);
                    again(address + " refuses: " + answer.text());
                }
                case UNAVAILABLE -> finish(null, new UnavailableException(answer.text()));
                case TOO_LARGE -> finish(null, new EntryTooLargeException(answer.text()));
                case UNKNOWN -> finish(null, new OutcomeUnknownException(answer.text()));
            }
        }

        private synchronized boolean handOver() {
            handedOver = !over;
            return !over;
        }

        private synchronized void notHandedOver(String why) {
            handedOver = false;
            trouble = why;
        }

        /** It was certainly not handed over. */
        private void again(String why) {
            notHandedOver(why);
            measures.counter(EngineMetrics.Counted.REQUESTS_RETRIED).increment();
            redirects++;
            if (redirects == 1) {
                probe();
            } else {
                timer.later(PAUSE, this::probe);
            }
        }

        /** Asks all members at once who leads. */
        private void probe() {
            if (result.isDone()) {
                return;
            }
            List<String> addresses = new ArrayList<>(directory.addresses());
            if (addresses.isEmpty()) {
                timer.later(PAUSE, this::attempt);
                return;
            }
            Probe probe = new Probe(addresses.size());
            for (String address : addresses) {
                Futures.then(
                        peers.status(address, directory.cluster(), PROBE),
                        (status, problem) -> probe.heard(address, status));
            }
        }

        private void finish(byte @Nullable [] answer, @Nullable RuntimeException problem) {
            cancelTimeout.run();
            if (answer != null) {
                result.complete(answer);
            } else {
                result.completeExceptionally(problem);
            }
        }

        /** Continues at the first member that leads, or once all have said that they do not. */
        private final class Probe {
            private int silent;
            private boolean found;

            Probe(int asked) {
                silent = asked;
            }

            void heard(String address, @Nullable MemberStatus status) {
                boolean leads = status != null && status.leads();
                if (status != null) {
                    directory.heard(address, status);
                }
                boolean last;
                synchronized (this) {
                    silent--;
                    if (found) {
                        return;
                    }
                    found = leads;
                    last = silent == 0;
                }
                if (leads) {
                    attempt();
                } else if (last) {
                    timer.later(PAUSE, Call.this::attempt);
                }
            }
        }
    }
}
