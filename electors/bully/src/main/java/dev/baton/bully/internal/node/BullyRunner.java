// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullyClusterView;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.election.BullyEffect;
import dev.baton.bully.internal.http.PeerMailbox;
import dev.baton.bully.internal.http.ServedNode;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipStore;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.bully.internal.node.Replies.Reply;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.peer.Presence;
import dev.baton.peer.WatchedProcesses;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.NodeRunner;
import dev.baton.quorum.VoterState;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

/** Runs a node of a bully cluster. One lane owns the {@link BullyRules}; this class brings to it what happens, and performs what it says. */
public final class BullyRunner implements ServedNode, AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(BullyRunner.class);

    private final Node self;
    private final Address address;
    private final BullySettings settings;
    private final MembershipStore store;
    private final LedgerWriter writer;
    private final Replies replies = new Replies();
    private final PeerTransport transport;
    private final Presence presence;
    private final WatchedProcesses watched;
    private final Lane lane;
    private final LaneRequests questions;
    private final BullyRules rules;
    private final OutgoingCalls outgoing;
    private final NodeRunner<BullyEffect> runner;
    private volatile BullyClusterView view = new BullyClusterView(MembershipVersion.NONE.toString(), List.of());
    private volatile NodeStatus status;
    private long sent;
    /** How much was given to the disk. */
    private long writes;

    /** @param chance must give different numbers in every process; only used from the lane */
    public BullyRunner(
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
        this.lane = lanes.open("bully of " + self.id());
        this.questions = new LaneRequests(lane);
        this.rules = new BullyRules(
                presence.publish(BullyRules.forTheMembership(self)),
                described,
                settings,
                join,
                store.read(),
                writer.read(),
                chance,
                lanes.ticker().nanos());
        this.runner = new NodeRunner<>(
                self.id(), settings.terms(), settings.quorum(), lanes, lane, rules, writer, new Work());
        this.watched = new WatchedProcesses(
                presence,
                settings.terms().lease(),
                process -> runner.step(now -> rules.gone(process, now)),
                process -> runner.step(now -> rules.answers(process, now)));
        this.outgoing = new OutgoingCalls(self.id(), transport, rules, lane, runner::step, this::envelope);
        this.status = rules.status();
    }

    /** Begins to talk to the others. */
    public void start() {
        runner.step(rules::tick);
    }

    @Override
    public BullyClusterView view() {
        return view;
    }

    public Address address() {
        return address;
    }

    // ---- contests

    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        entry.requireOf(self);
        if (entry.election().equals(Membership.ELECTION)) {
            throw new IllegalArgumentException(entry.election() + " is the membership's own election");
        }
        return runner.enter(presence.publish(entry), presence.alarm(), events);
    }

    // ---- what other nodes ask, from any thread

    @Override
    public CompletableFuture<Received> request(Envelope envelope) {
        return questions.ask(received -> {
            if (runner.isDone()) {
                received.complete(isClosing());
                return;
            }
            runner.awake(() -> {
                Optional<String> objection = rules.objection(envelope, runner.now());
                if (objection.isPresent()) {
                    perform(rules.tick(runner.now()), List.of());
                    received.complete(new Received(Optional.empty(), objection.get()));
                } else {
                    Reply reply = new Reply(envelope.from().id(), received);
                    OptionalLong write = perform(rules.received(envelope, runner.now()), List.of(reply));
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

    /** Something was written, or could not be; what follows is part of the answers to the requests that waited for it. */
    private void written(long write, LongFunction<List<BullyEffect>> then) {
        List<Reply> waited = replies.take(write);
        if (!runner.isDone()) {
            runner.awake(() -> perform(then.apply(runner.now()), waited));
            waited.forEach(this::answer);
        } else {
            waited.forEach(reply -> reply.complete(isClosing()));
        }
    }

    @Override
    public CompletableFuture<JoinAnswer> join(JoinRequest request, InetAddress from) {
        return questions.ask(answer -> {
            Optional<JoinAnswer> early = rules.join(request, runner.now());
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
                                answer(answer, rules.admit(request, runner.now()));
                            }
                        }));
            }
        });
    }

    @Override
    public CompletableFuture<JoinAnswer> remove(NodeId id, String version) {
        return questions.ask(answer -> answer(answer, rules.remove(id, version, runner.now())));
    }

    /** A listener that is told of a change finds it: it is published before. */
    private void answer(CompletableFuture<JoinAnswer> asking, JoinAnswer answer) {
        publish();
        asking.complete(answer);
        runner.step(rules::tick);
    }

    @Override
    public CompletableFuture<Boolean> confirms(StateId nonce) {
        return questions.ask(answer -> answer.complete(rules.confirms(nonce)));
    }

    @Override
    public NodeStatus status() {
        return status;
    }

    @Override
    public boolean isUp() {
        return !runner.isClosed();
    }

    // ---- the lane

    /**
     * @param answers get what is to be said to the nodes whose requests they answer
     * @return the last change that must become durable before these answers are complete
     */
    private OptionalLong perform(List<BullyEffect> effects, List<Reply> answers) {
        publish(); // a listener that is told of a change must find it
        Step step = new Step(answers);
        effects.forEach(effect -> effect.performBy(step));
        step.requests.forEach(this::post);
        return step.write;
    }

    /** What follows from steps that answer no request. */
    private final class Work implements NodeRunner.Work<BullyEffect> {
        @Override
        public void perform(List<BullyEffect> effects) {
            BullyRunner.this.perform(effects, List.of());
        }

        @Override
        public void afterStep() {
            watched.look(rules.processes(), runner.now());
        }
    }

    /** Does what one step wants done. What it says to a node leaves together, or with the answer to that node. */
    private final class Step implements BullyEffect.Performer {
        private final List<Reply> answers;
        private final Map<NodeId, List<BullyMessage>> requests = new LinkedHashMap<>();
        private OptionalLong write = OptionalLong.empty();

        Step(List<Reply> answers) {
            this.answers = answers;
        }

        private long write() {
            write = OptionalLong.of(++writes);
            return writes;
        }

        @Override
        public void persist(long number, VoterState change) {
            long mine = write();
            runner.persist(change, durable -> written(mine, now -> rules.persisted(number, durable, now)));
        }

        @Override
        public void saveMembership(Membership membership) {
            persist(() -> store.save(membership));
        }

        @Override
        public void beginAnew(StateId mark) {
            persist(() -> store.forget(mark));
        }

        private void persist(Runnable change) {
            long mine = write();
            runner.persist(change, durable -> written(mine, now -> rules.stored(durable, now)));
        }

        @Override
        public void send(NodeId to, BullyMessage message) {
            answers.stream()
                    .filter(reply -> reply.to().equals(to))
                    .findFirst()
                    .map(Reply::messages)
                    .orElseGet(() -> requests.computeIfAbsent(to, first -> new ArrayList<>()))
                    .add(message);
        }

        @Override
        public void tell(ElectionName election, ElectorEvent event) {
            runner.tell(election, event);
        }

        @Override
        public void beat(BullyMember member) {
            outgoing.beat(member);
        }

        @Override
        public void watch(Node process, String at) {
            watched.watch(process, at, runner.now());
        }

        @Override
        public void join(Address at, JoinRequest request) {
            outgoing.join(at, request);
        }

        @Override
        public void raise(Alarm alarm) {
            LOG.warn("{} {}", self.id(), alarm.message());
            runner.tellAll(alarm);
        }

        @Override
        public void note(boolean alarming, String text) {
            if (alarming) {
                LOG.warn("{} {}", self.id(), text);
            } else {
                LOG.info("{} {}", self.id(), text);
            }
        }
    }

    private void publish() {
        status = rules.status();
        Membership known = rules.membership();
        if (known != null) {
            view = viewOf(known);
        }
    }

    private BullyClusterView viewOf(Membership known) {
        return new BullyClusterView(
                known.stamp().toString(),
                known.members().stream()
                        .map(member -> new BullyClusterView.Peer(
                                member.id(), member.address(), member.part(), !rules.isDead(member.id())))
                        .toList());
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
        runner.close(rules::close).ifPresent(mayStillAct -> {
            lane.execute(outgoing::lastWasPosted);
            outgoing.awaitQuiet(settings.requestTimeout());
            CompletableFuture<Void> unused =
                    writer.close().thenRun(store::close); // after the last write, not during it
            transport.close();
            presence.closeAfter(mayStillAct);
        });
    }
}
