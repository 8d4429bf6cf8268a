// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Alarm;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * How this node becomes a member: it forms a cluster, or asks to be let into one, now and whenever it finds itself
 * outside. Confined to the elector's lane.
 */
final class Enrolment {
    private final NodeId self;
    private final BullyMember described;
    private final List<Address> join;
    private final MembershipStore store;
    private final ClusterMembershipRules membership;
    private final RandomGenerator chance;
    private final StateId nonce;
    private final Joiner joiner;
    private final Consumer<BullyEffect> effects;
    /** Whether this node was no member when it was started, and so wants to become one whatever was asked before. */
    private boolean startedOutside;
    /** Whether another member has spoken to this process as to a member. */
    private boolean confirmed;
    /** Whether it could not be written down that this node begins anew. */
    private boolean stuck;
    /** Whether another process was found to be the member that this one would be. */
    private boolean duplicate;

    /**
     * @param described this node as it would be a member; its mark is the store's
     * @param join whom to ask for membership if there is none yet; nobody to form a new cluster
     */
    Enrolment(
            BullyMember described,
            List<Address> join,
            MembershipStore store,
            ClusterMembershipRules membership,
            Duration heartbeat,
            RandomGenerator chance,
            Consumer<BullyEffect> effects) {
        this.self = described.id();
        this.described = described;
        this.join = List.copyOf(join);
        this.store = store;
        this.membership = membership;
        this.chance = chance;
        this.nonce = StateId.random(chance);
        this.joiner = new Joiner(heartbeat, chance);
        this.effects = effects;
    }

    private BullyMember me() {
        return new BullyMember(self, store.mark(), described.address(), described.priority(), described.part());
    }

    private void note(boolean alarming, String text) {
        effects.accept(new BullyEffect.Note(alarming, text));
    }

    void begin(long now) {
        Membership known = membership.current();
        startedOutside = known != null && !known.has(self, store.mark());
        if (known == null && join.isEmpty()) {
            membership.adopt(Membership.formed(StateId.random(chance).toString(), me()), now);
            note(false, "formed a new cluster, with this node as its only member");
        } else if (known == null) {
            joiner.start(join, now);
        } else if (!known.members().contains(me())) {
            // It was removed, or its address or its priority is another than at the last start.
            joiner.start(whomToJoin(known), now);
        }
    }

    private List<Address> whomToJoin(Membership known) {
        List<Address> whom = new ArrayList<>(join);
        known.members().stream()
                .filter(member -> !member.id().equals(self) && !SqlWitness.is(member))
                .map(BullyMember::address)
                .forEach(whom::add);
        return whom;
    }

    /**
     * A member of another cluster addresses this node. One that lost its memory and was not told whom to join has formed a
     * cluster of its own, and now hears where it belongs.
     */
    void addressedFrom(Envelope envelope, Membership known, long now) {
        boolean alone = known.members().stream().allMatch(member -> member.id().equals(self) || SqlWitness.is(member));
        if (alone && known.departed().isEmpty()) {
            try {
                membership.forget(StateId.random(chance));
            } catch (UnavailableException full) {
                cannotLeave();
                return;
            }
            note(true, "belongs to the cluster of " + envelope.from().id() + ", and leaves the one it had formed");
            joiner.start(List.of(envelope.address()), now);
        }
    }

    /** Said once; whenever it is addressed again, it tries again. */
    private void cannotLeave() {
        if (!stuck) {
            stuck = true;
            note(true, "belongs to another cluster, and cannot write its state folder to leave the one it had formed");
        }
    }

    /** A member speaks to this node. */
    void spokenTo(Envelope envelope, Membership known) {
        confirmed |= envelope.stamp().equals(known.stamp()) && known.has(self, store.mark());
    }

    /** A newer membership is stored: what follows from it for this node. */
    void adopted(Membership known, long now) {
        if (known.members().contains(me())) {
            startedOutside = false;
            duplicate = false;
            joiner.stop();
        } else if (!known.has(self, store.mark())) {
            boolean asked = known.whyGone(self, store.mark())
                    .filter(FormerMember.Cause.ASKED::equals)
                    .isPresent();
            if (asked && !startedOutside && (confirmed || join.isEmpty())) {
                joiner.stop();
                note(true, "was removed from its cluster, and joins it again only after a new start");
            } else {
                joiner.start(whomToJoin(known), now);
            }
        }
    }

    /** What became of the request to join; nothing if nobody answered. */
    void answered(Optional<JoinAnswer> answer, long now) {
        if (answer.isPresent()) {
            joiner.answered(answer.get(), now);
            if (answer.get().kind() == JoinAnswer.Kind.DUPLICATE) {
                duplicate(answer.get().detail());
            } else if (answer.get().kind() == JoinAnswer.Kind.CONFLICT
                    || answer.get().kind() == JoinAnswer.Kind.FORBIDDEN) {
                note(true, "was not let in: " + answer.get().detail());
            }
        } else {
            joiner.failed(now);
        }
    }

    /** Said once, however often it is refused. */
    private void duplicate(String why) {
        if (!duplicate) {
            duplicate = true;
            effects.accept(new BullyEffect.Raise(new Alarm(Alarm.Kind.DUPLICATE_NODE_ID, "was not let in: " + why)));
        }
    }

    /** Whether this node wants to be a member, by the request with this nonce. */
    boolean confirms(StateId asked) {
        return joiner.isActive() && asked.equals(nonce);
    }

    void tick(long now) {
        joiner.tick(now).ifPresent(at -> effects.accept(new BullyEffect.Join(at, new JoinRequest(me(), nonce))));
    }

    long wakeAt(long now) {
        return joiner.wakeAt(now);
    }
}
