// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.Replies.Reply;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.peer.Presence;
import dev.baton.peer.WatchedProcesses;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.QuorumMode;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Elections among the nodes of a bully cluster. One lane owns the {@link BullyRules}; this class brings to it what
 * happens, and performs what it says.
 */
public final class BullyElector implements Elector {
    private static final AsyncLog LOG = AsyncLog.of(BullyElector.class);

    private final Node self;
    private final Address address;
    private final BullySettings settings;
    private final MembershipStore store;
    private final LedgerWriter writer;
    private final Replies replies = new Replies();
    private final PeerTransport transport;
    private final Presence presence;
    private final WatchedProcesses watched;
    private final Lanes lanes;
    private final Lane lane;
    private final LaneRequests questions;
    private final BullyRules rules;
    private final OutgoingCalls outgoing;
    private final Map<ElectionName, BullyContest> contests = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile BullyClusterView view = new BullyClusterView(MembershipVersion.NONE.toString(), List.of());
    private volatile NodeStatus status;
    private long sent;
    private boolean done;

    /** @param chance must give different numbers in every process; only used from the lane */
    BullyElector(
            Node self,
            BullyMember described,
            BullySettings settings,
            List<Address> join,
            MembershipStore store,
            LedgerWriter writer,
            PeerTransport transport,
            Presence presence,
            Lanes lanes,
            RandomGenerator chance) {
        this.self = self;
        this.address = described.address();
        this.settings = settings;
        this.store = store;
        this.writer = writer;
        this.transport = transport;
        this.presence = presence;
        this.lanes = lanes;
        this.lane = lanes.open("bully of " + self.id());
        this.questions = new LaneRequests(lane);
        this.rules = new BullyRules(
                presence.publish(BullyRules.forTheMembership(self)),
                described,
                settings,
                join,
                store,
                writer.read(),
                chance,
                lanes.ticker().nanos());
        this.watched = new WatchedProcesses(presence, settings.terms().lease(), new Presence.Listener() {
            @Override
            public void gone(Node process) {
                step(now -> rules.gone(process, now));
            }

            @Override
            public void answers(Node process) {
                step(now -> rules.answers(process, now));
            }
        });
        this.outgoing = new OutgoingCalls(self.id(), transport, rules, lane, this::step, this::envelope);
        this.status = rules.status();
        if (settings.quorum() == QuorumMode.NONE) {
            LOG.warn(
                    "{}: quorum is none: EACH SIDE OF A PARTITION MAY ELECT A LEADER OF ITS OWN; only fenced writes are"
                            + " safe",
                    self.id());
        }
    }

    /** Starts a node of a bully cluster: opens its port, and begins to join or to form the cluster. */
    public static ElectorFactory<BullyElector> with(BullyConfiguration configuration) {
        return context -> configuration.start(context, UnaryOperator.identity());
    }

    /** Begins to talk to the others. */
    void start() {
        step(rules::tick);
    }

    @Override
    public Guarantee guarantee() {
        return settings.guarantee();
    }

    @Override
    public Duration certainty() {
        return settings.terms().certainty();
    }

    /** Who belongs to the cluster, as last known. */
    public BullyClusterView view() {
        return view;
    }

    /** Where this node listens. */
    public Address address() {
        return address;
    }

    // ---- contests

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        if (closed.get()) {
            throw new IllegalStateException(self.id() + " is closed");
        }
        entry.requireOf(self);
        if (entry.election().equals(BullyRules.MEMBERS)) {
            throw new IllegalArgumentException(entry.election() + " is the membership's own election");
        }
        ElectionEntry published = presence.publish(entry);
        BullyContest contest = new BullyContest(entry.election(), rules, this::step, events, this::left);
        if (contests.putIfAbsent(entry.election(), contest) != null) {
            throw new IllegalStateException(self.id() + " is in election " + entry.election() + " already");
        }
        step(now -> {
            presence.alarm().ifPresent(alarm -> events.accept(new ElectorEvent.Trouble(alarm)));
            return rules.enter(published, now);
        });
        return contest;
    }

    private boolean left(BullyContest contest) {
        return contests.remove(contest.election(), contest);
    }

    // ---- what other nodes ask, from any thread

    /** The answer to a request of another node, or why there is none. */
    record Received(Optional<Envelope> answer, String objection) {}

    CompletableFuture<Received> request(Envelope envelope) {
        return questions.ask(received -> {
            if (done) {
                received.complete(isClosing());
                return;
            }
            awake(() -> {
                Optional<String> objection = rules.objection(envelope, now());
                if (objection.isPresent()) {
                    perform(rules.tick(now()));
                    received.complete(new Received(Optional.empty(), objection.get()));
                } else {
                    Reply reply = new Reply(envelope.from().id(), received);
                    OptionalLong write = perform(rules.received(envelope, now()), List.of(reply));
                    write.ifPresentOrElse(number -> replies.await(number, reply), () -> answer(reply));
                }
            });
        });
    }

    private Received isClosing() {
        return new Received(Optional.empty(), self.id() + " is closing");
    }

    /** What does not fit into the answer is sent after it. */
    private void answer(Reply reply) {
        PeerMailbox mail = new PeerMailbox();
        reply.messages().forEach(message -> mail.add(rules.status(), message));
        Envelope answer = envelope(mail.isEmpty() ? new PeerMailbox.Bundle(rules.status(), List.of()) : mail.take());
        while (!mail.isEmpty()) {
            post(reply.to(), mail.take().messages());
        }
        reply.complete(new Received(Optional.of(answer), ""));
    }

    /** Off the lane; what follows is part of the answers to the requests that waited for it. */
    private void persist(BullyEffect.Persist persist) {
        writer.write(persist.change(), lane, durable -> {
            List<Reply> waited = replies.take(persist.number());
            if (!done) {
                awake(() -> perform(rules.persisted(persist.number(), durable, now()), waited));
                waited.forEach(this::answer);
            } else {
                waited.forEach(reply -> reply.complete(isClosing()));
            }
        });
    }

    /** @param from where the request came from */
    CompletableFuture<JoinAnswer> join(JoinRequest request, InetAddress from) {
        return questions.ask(answer -> {
            Optional<JoinAnswer> early = rules.join(request, now());
            if (early.isPresent()) {
                answer(answer, early.get());
            } else {
                transport.verify(
                        request,
                        from,
                        outcome -> questions.onLane(answer, () -> {
                            if (outcome instanceof CallOutcome.Failed<Boolean> failed) {
                                answer.complete(JoinAnswer.of(JoinAnswer.Kind.FORBIDDEN, failed.why()));
                            } else {
                                answer(answer, rules.admit(request, now()));
                            }
                        }));
            }
        });
    }

    CompletableFuture<JoinAnswer> remove(NodeId id, String version) {
        return questions.ask(answer -> answer(answer, rules.remove(id, version, now())));
    }

    /** Whoever is told of a change finds it: it is published before. */
    private void answer(CompletableFuture<JoinAnswer> asking, JoinAnswer answer) {
        publish();
        asking.complete(answer);
        step(rules::tick);
    }

    /** Whether this node wants to be a member, by the request with this nonce. */
    CompletableFuture<Boolean> confirms(StateId nonce) {
        return questions.ask(answer -> answer.complete(rules.confirms(nonce)));
    }

    NodeStatus status() {
        return status;
    }

    boolean isUp() {
        return !closed.get();
    }

    // ---- the lane

    private long now() {
        return lanes.ticker().nanos();
    }

    private void step(LongFunction<List<BullyEffect>> rule) {
        lane.execute(() -> {
            if (!done) {
                awake(() -> perform(rule.apply(now())));
            }
        });
    }

    /** Takes a step, after which the node wakes by itself when the next one is due. */
    private void awake(Runnable step) {
        long wake = MonotonicTime.plus(now(), settings.heartbeat());
        try {
            step.run();
            watched.look(rules.processes(), now());
            wake = rules.wakeAt();
        } finally {
            // Also after an error, or the node would never again do anything by itself.
            lane.wakeAt(wake, () -> step(rules::tick));
        }
    }

    private void perform(List<BullyEffect> effects) {
        perform(effects, List.of());
    }

    /**
     * @param answers get what is to be said to the nodes whose requests they answer
     * @return the last change that must become durable before these answers are complete
     */
    private OptionalLong perform(List<BullyEffect> effects, List<Reply> answers) {
        Map<NodeId, List<BullyMessage>> requests = new LinkedHashMap<>();
        OptionalLong write = OptionalLong.empty();
        publish(); // whoever is told of a change must find it
        for (BullyEffect effect : effects) {
            if (effect instanceof BullyEffect.Send send) {
                answers.stream()
                        .filter(reply -> reply.to().equals(send.to()))
                        .findFirst()
                        .map(Reply::messages)
                        .orElseGet(() -> requests.computeIfAbsent(send.to(), first -> new ArrayList<>()))
                        .add(send.message());
            } else if (effect instanceof BullyEffect.Persist persist) {
                write = OptionalLong.of(persist.number());
                persist(persist);
            } else if (effect instanceof BullyEffect.Tell tell) {
                BullyContest contest = contests.get(tell.election());
                if (contest != null) {
                    contest.tell(tell.event());
                }
            } else if (effect instanceof BullyEffect.Beat beat) {
                outgoing.beat(beat.member());
            } else if (effect instanceof BullyEffect.Watch watch) {
                watched.watch(watch.process(), watch.address(), now());
            } else if (effect instanceof BullyEffect.Join join) {
                outgoing.join(join);
            } else if (effect instanceof BullyEffect.Raise raise) {
                LOG.warn("{} {}", self.id(), raise.alarm().message());
                contests.values().forEach(contest -> contest.tell(new ElectorEvent.Trouble(raise.alarm())));
            } else if (effect instanceof BullyEffect.Note note) {
                note(note);
            }
        }
        requests.forEach(this::post);
        return write;
    }

    private void note(BullyEffect.Note note) {
        if (note.alarming()) {
            LOG.warn("{} {}", self.id(), note.text());
        } else {
            LOG.info("{} {}", self.id(), note.text());
        }
    }

    private void publish() {
        status = rules.status();
        Membership known = rules.membership();
        if (known != null) {
            view = BullyClusterView.of(known, rules::isDead);
        }
    }

    private Envelope envelope(PeerMailbox.Bundle bundle) {
        NodeStatus as = bundle.as();
        return new Envelope(as.cluster(), self, as.mark(), address, ++sent, as.stamp(), bundle.messages());
    }

    private void post(NodeId to, List<BullyMessage> messages) {
        Membership known = rules.membership();
        Optional<BullyMember> member = known == null ? Optional.empty() : known.find(to);
        member.ifPresent(at -> outgoing.post(at, rules.status(), messages));
    }

    /** Leaves all contests, tells the others, and ends. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List.copyOf(contests.values()).forEach(BullyContest::close);
        CompletableFuture<Duration> mayStillAct = new CompletableFuture<>();
        lane.execute(() -> {
            try {
                perform(rules.close(now()));
            } finally {
                done = true;
                lane.cancelWake();
                outgoing.lastWasPosted();
                long now = now();
                mayStillAct.complete(Duration.ofNanos(rules.mayActUntil(now) - now));
            }
        });
        outgoing.awaitQuiet(settings.requestTimeout());
        if (!UninterruptibleWait.done(settings.requestTimeout(), writer.close())) {
            LOG.warn("{} ends while its state folder is still being written", self.id());
        }
        store.close();
        transport.close();
        presence.closeAfter(mayStillAct.getNow(settings.terms().lease()));
    }
}
