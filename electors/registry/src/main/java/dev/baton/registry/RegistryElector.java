// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.UnavailableException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.peer.Presence;
import dev.baton.peer.WatchedProcesses;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.QuorumMode;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.Voting;
import dev.baton.quorum.VotingEffect;
import dev.baton.registry.ConflictResolver.Claim;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongFunction;
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
    private final LedgerWriter writer;
    private final ConflictArbiter arbiter;
    private final Lanes lanes;
    private final Lane lane;
    private final RegistryRules rules;
    private final Map<ElectionName, RegistryContest> contests = new ConcurrentHashMap<>();
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

    private final AtomicBoolean closed = new AtomicBoolean();
    private boolean done;
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
        this.writer = writer;
        this.arbiter = new ConflictArbiter(self.id(), resolver);
        this.lanes = lanes;
        this.lane = lanes.open("registry of " + self.id());
        this.rules = new RegistryRules(
                self, settings, writer.read(), chance, lanes.ticker().nanos());
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
        if (settings.quorum() == QuorumMode.NONE) {
            LOG.warn(
                    "{}: quorum is none: EACH SIDE OF A PARTITION MAY ELECT A LEADER OF ITS OWN; only fenced writes are"
                            + " safe",
                    self.id());
        }
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
                step(now -> {
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
                    step(now -> rules.received(takeReceived(), lanes.ticker().nanos()));
                }
            }
        });
        step(rules::tick);
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
        if (closed.get()) {
            throw new IllegalStateException("the elector is closed");
        }
        entry.requireOf(self);
        RegistryContest contest = new RegistryContest(entry.election(), events, this::elect, this::leave);
        if (contests.putIfAbsent(entry.election(), contest) != null) {
            throw new IllegalStateException(self.id() + " is in the election " + entry.election() + " already");
        }
        elect((voting, now) -> {
            presence.alarm().ifPresent(alarm -> events.accept(new ElectorEvent.Trouble(alarm)));
            return voting.enter(entry, now);
        });
        return contest;
    }

    private void leave(RegistryContest contest) {
        if (contests.remove(contest.election(), contest)) {
            elect((voting, now) -> voting.leave(contest.election(), now));
        }
    }

    // ---- names

    /**
     * Registers a name for this node, for as long as this node lives.
     *
     * @return the registration; fails with {@link NameTakenException} if another node has it, and with
     *     {@link UnavailableException} if this node leaves the registry
     */
    public CompletableFuture<NameRegistration> register(RegistryName name) {
        CompletableFuture<NameRegistration> answer = new CompletableFuture<>();
        lane.execute(() -> {
            if (done) {
                answer.completeExceptionally(hasLeft());
            } else {
                asked.add(name, answer);
            }
        });
        step(now -> rules.register(name, now));
        return answer;
    }

    private UnavailableException hasLeft() {
        return new UnavailableException(self.id() + " has left the registry");
    }

    /** Gives a name up. */
    public void unregister(RegistryName name) {
        step(now -> rules.unregister(name, now));
    }

    /** Who has a name, as last heard: a memory to route by, not a promise. */
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

    private void step(LongFunction<List<RegistryEffect>> rule) {
        lane.execute(() -> {
            if (done) {
                return;
            }
            long now = lanes.ticker().nanos();
            long wake = MonotonicTime.plus(now, settings.terms().renewInterval());
            try {
                List<RegistryEffect> effects = rule.apply(now);
                names = Map.copyOf(rules.names().table()); // whoever is told of a name must find it
                effects.forEach(this::perform);
                watched.look(rules.electorate().members(), now);
                wake = rules.wakeAt();
            } finally {
                // Also after an error, or the node would never again do anything by itself.
                lane.wakeAt(wake, () -> step(rules::tick));
            }
        });
    }

    private void elect(BiFunction<Voting, Long, List<VotingEffect>> what) {
        step(now -> rules.elect(what, now));
    }

    private void perform(RegistryEffect effect) {
        if (effect instanceof RegistryEffect.Send send) {
            group.send(send.to(), send.message());
        } else if (effect instanceof RegistryEffect.Elect elect) {
            perform(elect.effect());
        } else if (effect instanceof RegistryEffect.Remember remember) {
            persist(VoterState.ofVoters(remember.voters()), (durable, now) -> rules.remembered(durable, now));
        } else if (effect instanceof RegistryEffect.ResolveName conflict) {
            resolveName(conflict.one(), conflict.other());
        } else if (effect instanceof RegistryEffect.Registered answer) {
            answer(answer);
        } else if (effect instanceof RegistryEffect.Down down) {
            monitors.down(down.registration(), down.reason());
        }
    }

    private void perform(VotingEffect effect) {
        if (effect instanceof VotingEffect.Tell tell) {
            RegistryContest contest = contests.get(tell.election());
            if (contest != null) {
                contest.tell(tell.event());
            }
        } else if (effect instanceof VotingEffect.Persist persist) {
            persist(persist.change(), (durable, now) -> rules.persisted(persist.number(), durable, now));
        } else if (effect instanceof VotingEffect.Watch watch) {
            toWatch.add(watch.holder());
            watchThoseInView();
        } else if (effect instanceof VotingEffect.Resolve conflict) {
            ElectionName election = conflict.election();
            arbiter.decide(
                    claim(conflict.one()),
                    claim(conflict.other()),
                    winner -> elect((voting, now) ->
                            voting.resolved(election, winner.owner().id(), now)));
        }
    }

    /** Off the lane; the result comes back as a step. */
    private void persist(VoterState change, BiFunction<Boolean, Long, List<RegistryEffect>> then) {
        writer.write(change, lane, durable -> step(now -> then.apply(durable, now)));
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

    private void resolveName(NameRegistration one, NameRegistration other) {
        Claim first = new Claim(one.name().value(), one.owner(), one.number());
        Claim second = new Claim(other.name().value(), other.owner(), other.number());
        arbiter.decide(first, second, winner -> {
            boolean firstWins = winner.equals(first);
            step(now -> rules.resolvedName(firstWins ? one : other, firstWins ? other : one, now));
        });
    }

    private void answer(RegistryEffect.Registered answer) {
        for (CompletableFuture<NameRegistration> each :
                asked.take(answer.asked().name())) {
            monitors.run(() -> {
                if (answer.taken().isPresent()) {
                    each.completeExceptionally(
                            new NameTakenException(answer.taken().get()));
                } else {
                    each.complete(answer.asked());
                }
            });
        }
    }

    /** Leaves all contests and the group. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List.copyOf(contests.values()).forEach(RegistryContest::close);
        CompletableFuture<Duration> quiet = new CompletableFuture<>();
        lane.execute(() -> {
            done = true;
            lane.cancelWake();
            long now = lanes.ticker().nanos();
            quiet.complete(Duration.ofNanos(rules.mayActUntil(now) - now));
        });
        Duration mayStillAct = await(quiet);
        if (!UninterruptibleWait.done(settings.terms().requestTimeout(), writer.close())) {
            LOG.warn("{}: the state file is still being written", self.id());
        }
        asked.takeAll().forEach(each -> each.completeExceptionally(hasLeft()));
        group.close();
        presence.closeAfter(mayStillAct);
        arbiter.close();
        monitors.close();
    }

    private Duration await(CompletableFuture<Duration> quiet) {
        if (UninterruptibleWait.done(settings.terms().requestTimeout(), quiet)) {
            return quiet.join();
        }
        LOG.warn("{}: the registry did not come to rest before it was closed", self.id());
        return settings.terms().lease();
    }
}
