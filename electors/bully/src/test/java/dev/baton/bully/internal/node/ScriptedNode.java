// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.election.BullyEffect;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.peer.Presence;
import dev.baton.quorum.VoterState;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;

/** One start of a node of a {@link ScriptedCluster}: its rules, and what becomes of what they want done. */
final class ScriptedNode implements BullyEffect.Performer {
    private final ScriptedCluster cluster;
    final Node self;
    private final ScriptedCluster.Disk disk;
    final BullyRules rules;
    private final WrittenAtOnce written;
    final Set<Node> watched = new HashSet<>();
    Optional<Epoch> leads = Optional.empty();
    private String members;
    /** Whom the messages of this step answer, and what is said to it. */
    private Optional<NodeId> asking = Optional.empty();

    private List<BullyMessage> answers = new ArrayList<>();

    ScriptedNode(
            ScriptedCluster cluster, Node self, ScriptedCluster.Disk disk, BullySettings settings, List<Address> join) {
        this.cluster = cluster;
        this.self = self;
        this.disk = disk;
        VoterState remembered = disk.ledger().read();
        this.rules = new BullyRules(
                BullyRules.forTheMembership(self),
                disk.described(),
                settings,
                join,
                disk.store().read(),
                remembered,
                new SplittableRandom(self.incarnation().value()),
                cluster.now());
        this.written = new WrittenAtOnce(rules, disk.ledger(), disk.store());
        this.members = show(disk.store().read().membership());
    }

    NodeId id() {
        return self.id();
    }

    ElectionEntry entry() {
        return new ElectionEntry(ScriptedCluster.ELECTION, self, Endpoints.NONE.with(Presence.PURPOSE, id() + ":1"));
    }

    private String show(Optional<Membership> known) {
        return known.map(it ->
                        it.members().stream().map(member -> member.id().value()).collect(Collectors.joining(" ")))
                .orElse("none");
    }

    void step(Function<BullyRules, List<BullyEffect>> step) {
        cluster.afterwards(() -> {
            if (cluster.isRunning(this)) {
                perform(step.apply(rules));
            }
        });
    }

    private void perform(List<BullyEffect> effects) {
        List<BullyEffect> others = written.after(effects, cluster.now());
        String known = show(disk.store().read().membership());
        if (!known.equals(members)) {
            members = known;
            cluster.say(id() + ": the members are " + members);
        }
        others.forEach(effect -> effect.performBy(this));
    }

    private Envelope envelope(List<BullyMessage> messages) {
        NodeStatus status = rules.status();
        return new Envelope(
                status.cluster(),
                self,
                status.mark(),
                disk.described().address(),
                cluster.nextNumber(),
                status.stamp(),
                messages);
    }

    /** The answer to a request: what is said to its sender in the same step. */
    Optional<Envelope> asked(Envelope request) {
        Optional<String> objection = rules.objection(request, cluster.now());
        if (objection.isPresent()) {
            cluster.say(id() + " refuses " + request.from().id() + ": " + objection.get());
            return Optional.empty();
        }
        asking = Optional.of(request.from().id());
        answers = new ArrayList<>();
        perform(rules.received(request, cluster.now()));
        asking = Optional.empty();
        return Optional.of(envelope(answers));
    }

    @Override
    public void send(NodeId to, BullyMessage message) {
        ScriptWords.of(message)
                .ifPresent(words -> cluster.say(id() + " -> " + to + ": " + words + cluster.lost(id(), to)));
        if (asking.filter(to::equals).isPresent()) {
            answers.add(message);
            return;
        }
        Envelope request = envelope(List.of(message));
        cluster.afterwards(() -> cluster.call(
                this,
                to,
                there -> there.asked(request),
                answer -> answer.ifPresentOrElse(
                        said -> step(known -> known.received(said, cluster.now())),
                        () -> step(known -> known.missed(to, false, cluster.now()))),
                refused -> step(known -> known.missed(to, refused, cluster.now()))));
    }

    @Override
    public void beat(BullyMember member) {
        cluster.call(
                this,
                member.id(),
                there -> there.rules.status(),
                status -> step(known -> known.alive(member.id(), status, cluster.now())),
                refused -> step(known -> known.missed(member.id(), refused, cluster.now())));
    }

    @Override
    public void join(Address at, JoinRequest request) {
        NodeId to = cluster.at(at);
        cluster.call(
                this,
                to,
                there -> {
                    JoinAnswer answer = there.rules
                            .join(request, cluster.now())
                            .orElseGet(() -> there.rules.admit(request, cluster.now()));
                    there.step(known -> known.tick(cluster.now()));
                    return answer;
                },
                answer -> {
                    cluster.say(id() + " asks " + to + " to join: " + ScriptedCluster.words(answer));
                    step(known -> known.joinAnswered(Optional.of(answer), cluster.now()));
                },
                refused -> step(known -> known.joinAnswered(Optional.empty(), cluster.now())));
    }

    @Override
    public void tell(ElectionName election, ElectorEvent event) {
        if (event instanceof ElectorEvent.Granted granted) {
            leads = Optional.of(granted.epoch());
        } else if (event instanceof ElectorEvent.Lost) {
            leads = Optional.empty();
        }
        ScriptWords.of(event, cluster).ifPresent(words -> cluster.say(id() + ": " + words));
        if (event instanceof ElectorEvent.LeaderSeen seen
                && !seen.leader().node().equals(self)) {
            step(known -> known.withdraw(ScriptedCluster.ELECTION, cluster.now()));
        } else if (event instanceof ElectorEvent.Vacant vacant
                && vacant.vacancy()
                        .successor()
                        .filter(other -> !other.equals(id()))
                        .isEmpty()
                && vacant.vacancy()
                        .former()
                        .filter(former -> former.node().equals(self))
                        .isEmpty()) {
            step(known ->
                    known.campaign(ScriptedCluster.ELECTION, disk.described().priority(), cluster.now()));
        }
    }

    @Override
    public void watch(Node process, String address) {
        watched.add(process);
    }

    @Override
    public void raise(Alarm alarm) {
        cluster.say(id() + ": ALARM " + alarm.kind() + ": " + alarm.message());
    }

    @Override
    public void note(boolean alarming, String text) {
        cluster.say(id() + ": note: " + text);
    }

    @Override
    public void persist(long persisted, VoterState change) {
        throw new AssertionError("it is written already");
    }

    @Override
    public void saveMembership(Membership membership) {
        throw new AssertionError("it is written already");
    }

    @Override
    public void beginAnew(StateId mark) {
        throw new AssertionError("it is written already");
    }
}
