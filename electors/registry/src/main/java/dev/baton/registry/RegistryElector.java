// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.peer.Presence;
import dev.baton.peer.WatchedProcesses;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.NodeRunner;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingEffect;
import dev.baton.quorum.VotingMessage;
import dev.baton.registry.ConflictResolver.Claim;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * Elections and cluster-wide names among the nodes of a group. One lane owns the {@link RegistryRules}; this class
 * brings to it what happens, and performs what it says.
 */
public final class RegistryElector implements Elector {
    private static final AsyncLog LOG = AsyncLog.of(RegistryElector.class);

    private final Node self;
    private final RegistrySettings settings;
    private final Group group;
    private final Presence presence;
    private final ConflictArbiter arbiter;
    private final Lanes lanes;
    private final Lane lane;
    private final RegistryRules rules;
    private final NodeRunner<RegistryEffect> runner;
    private final WatchedProcesses watched;
    private final NameMonitors monitors = new NameMonitors();
    private final PendingRegistrations asked = new PendingRegistrations();
    private final Queue<RegistryRules.Received> received = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean isReading = new AtomicBoolean();
    /** Leaders that were heard and are not in the view; the last ones. */
    private final Set<Node> toWatch = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Node, Boolean> eldest) {
            return size() > RegistrySettings.MAX_VOTERS;
        }
    });

    private volatile Map<RegistryName, NameRegistration> names = Map.of();
    private volatile List<GroupMember> members = List.of();

    /** @param chance must give different numbers in every process; only used from the lane */
    RegistryElector(
            Node self,
            RegistrySettings settings,
            Group group,
            Presence presence,
            LedgerWriter writer,
            ConflictResolver resolver,
            Lanes lanes,
            RandomGenerator chance) {
        this.self = self;
        this.settings = settings;
        this.group = group;
        this.presence = presence;
        this.arbiter = new ConflictArbiter(self.id(), resolver);
        this.lanes = lanes;
        this.lane = lanes.open("registry of " + self.id());
        this.rules = new RegistryRules(
                self, settings, writer.read(), chance, lanes.ticker().nanos());
        this.runner = new NodeRunner<>(
                self.id(), settings.terms(), settings.quorum(), lanes, lane, rules, writer, new Performer());
        this.watched = new WatchedProcesses(
                presence,
                settings.terms().lease(),
                process -> runner.step(now -> rules.gone(process, now)),
                process -> runner.step(now -> rules.answers(process, now)));
    }

    /** Starts a node of a registry, which joins its cluster. */
    public static ElectorFactory<RegistryElector> with(RegistryConfiguration configuration) {
        return context -> RegistryBootstrap.join(configuration, context, channel -> {});
    }

    /** Joins the group. */
    void start() {
        group.join(new Group.Listener() {
            @Override
            public void view(GroupView view) {
                runner.step(now -> {
                    members = view.members();
                    LOG.info("{}: {} members: {}", self.id(), view.members().size(), view.members());
                    List<RegistryEffect> effects = rules.view(view, now);
                    watchThoseInView();
                    return effects;
                });
            }

            @Override
            public void received(GroupMember from, RegistryMessage message) {
                // Many that come together are one step: a herd of elections costs one write to the disk, not one each.
                received.add(new RegistryRules.Received(from, message));
                if (isReading.compareAndSet(false, true)) {
                    // The clock is read after the last message was taken: a promise counted from before it was asked
                    // for would end too early.
                    runner.step(
                            now -> rules.received(takeReceived(), lanes.ticker().nanos()));
                }
            }
        });
        runner.step(rules::tick);
    }

    @Override
    public Guarantee guarantee() {
        return settings.guarantee();
    }

    @Override
    public Duration certainty() {
        LeaseTerms terms = settings.terms();
        return terms.lease().minus(terms.margin()).minus(terms.renewInterval());
    }

    /** Who is in the group with this node, oldest first. */
    public List<GroupMember> members() {
        return members;
    }

    // ---- elections

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        entry.requireOf(self);
        return runner.enter(entry, presence.alarm(), events);
    }

    // ---- names

    /**
     * Registers a name for this node, as long as this node lives.
     *
     * @return the registration; fails with {@link NameTakenException} if another node has it, and with
     *     {@link UnavailableException} if this node leaves the registry
     */
    public CompletableFuture<NameRegistration> register(RegistryName name) {
        CompletableFuture<NameRegistration> answer = new CompletableFuture<>();
        lane.execute(() -> {
            if (runner.isDone()) {
                answer.completeExceptionally(hasLeft());
            } else {
                asked.add(name, answer);
            }
        });
        runner.step(now -> rules.register(name, now));
        return answer;
    }

    private UnavailableException hasLeft() {
        return new UnavailableException(self.id() + " has left the registry");
    }

    /** Gives a name up. */
    public void unregister(RegistryName name) {
        runner.step(now -> rules.unregister(name, now));
    }

    /** Who has a name, as last heard: a hint for routing; may be stale. */
    public Optional<NameRegistration> whereIs(RegistryName name) {
        return Optional.ofNullable(names.get(name));
    }

    /** Tells {@code down} once, when the present registration of a name ends, or at once if there is none. */
    public void monitor(RegistryName name, Consumer<DownReason> down) {
        lane.execute(() -> {
            NameRegistration present = rules.names().table().get(name);
            if (present == null) {
                monitors.tell(down, DownReason.NO_SUCH_NAME);
            } else {
                monitors.add(present, down);
            }
        });
    }

    // ---- the lane

    private List<RegistryRules.Received> takeReceived() {
        isReading.set(false);
        List<RegistryRules.Received> taken = new ArrayList<>();
        for (RegistryRules.Received next = received.poll(); next != null; next = received.poll()) {
            taken.add(next);
        }
        return taken;
    }

    /** Does what the rules want done. */
    private final class Performer
            implements NodeRunner.Work<RegistryEffect>, RegistryEffect.Performer, VotingEffect.Performer {
        @Override
        public void perform(List<RegistryEffect> effects) {
            names = Map.copyOf(rules.names().table()); // a listener that is told of a name must find it
            effects.forEach(effect -> effect.performBy(this));
        }

        @Override
        public void afterStep() {
            watched.look(rules.electorate().members(), runner.now());
        }

        @Override
        public void send(Node to, RegistryMessage message) {
            group.send(to, message);
        }

        @Override
        public void send(Node to, VotingMessage message) {
            group.send(to, new RegistryMessage.Ballot(message));
        }

        @Override
        public void remember(Map<NodeId, String> voters) {
            runner.persist(VoterState.ofVoters(voters), durable -> runner.step(now -> rules.remembered(durable, now)));
        }

        @Override
        public void persist(long number, VoterState change) {
            runner.persist(change, durable -> runner.step(now -> rules.persisted(number, durable, now)));
        }

        @Override
        public void elect(VotingEffect effect) {
            effect.performBy(this);
        }

        @Override
        public void tell(ElectionName election, ElectorEvent event) {
            runner.tell(election, event);
        }

        @Override
        public void watch(Node holder, Leader leader) {
            toWatch.add(holder);
            watchThoseInView();
        }

        @Override
        public void resolve(ElectionName election, Leader one, Leader other) {
            arbiter.decide(
                    claim(one),
                    claim(other),
                    winner -> runner.step(now -> rules.elect(
                            (voting, at) ->
                                    voting.resolved(election, winner.owner().id(), at),
                            now)));
        }

        @Override
        public void resolveName(NameRegistration one, NameRegistration other) {
            Claim first = new Claim(one.name().value(), one.owner(), one.number());
            Claim second = new Claim(other.name().value(), other.owner(), other.number());
            arbiter.decide(first, second, winner -> {
                boolean firstWins = winner.equals(first);
                runner.step(now -> rules.resolvedName(firstWins ? one : other, firstWins ? other : one, now));
            });
        }

        @Override
        public void registered(NameRegistration registration, Optional<NameRegistration> taken) {
            for (CompletableFuture<NameRegistration> each : asked.take(registration.name())) {
                monitors.run(() -> {
                    if (taken.isPresent()) {
                        each.completeExceptionally(new NameTakenException(taken.get()));
                    } else {
                        each.complete(registration);
                    }
                });
            }
        }

        @Override
        public void down(NameRegistration registration, DownReason reason) {
            monitors.down(registration, reason);
        }
    }

    /** A leader may be heard before the view in which it is. */
    private void watchThoseInView() {
        toWatch.removeIf(holder -> {
            Optional<GroupMember> member = rules.electorate().member(holder);
            member.ifPresent(
                    it -> watched.watch(it.node(), it.presence(), lanes.ticker().nanos()));
            return member.isPresent();
        });
    }

    private static Claim claim(Leader leader) {
        return new Claim(
                leader.election().value(), leader.node(), leader.epoch().value());
    }

    /** Leaves all contests and the group. */
    @Override
    public void close() {
        runner.close(now -> List.of()).ifPresent(mayStillAct -> {
            asked.takeAll().forEach(each -> each.completeExceptionally(hasLeft()));
            group.close();
            presence.closeAfter(mayStillAct);
            arbiter.close();
            monitors.close();
        });
    }
}
