// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.spi.Alarm;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How this node becomes a member: it forms a cluster, or asks to be let into one, now and whenever it finds itself
 * outside. Confined to the elector's lane.
 */
public final class Enrolment {
    private final NodeId self;
    private final BullyMember described;
    private final List<Address> join;
    private final ClusterMembershipRules membership;
    private final Duration heartbeat;
    private final RandomGenerator chance;
    private final StateId nonce;
    private final Joiner joiner;
    private final Consumer<MembershipEffect> effects;
    /** Whether this node was no member when it was started, and so wants to become one whatever was asked before. */
    private boolean startedOutside;
    /** Whether another member has spoken to this process as to a member. */
    private boolean confirmed;
    /** Whether it could not be written down that this node begins again. */
    private boolean stuck;
    /** Whether another process was found to be the member that this one would be. */
    private boolean duplicate;
    /** When this node tries again to form a cluster, after it could not write that it had. */
    private @Nullable Long formsAt;

    /**
     * @param described this node as it would be a member; its mark is the membership's
     * @param join whom to ask for membership if there is none yet; nobody to form a new cluster
     */
    public Enrolment(
            BullyMember described,
            List<Address> join,
            ClusterMembershipRules membership,
            Duration heartbeat,
            RandomGenerator chance,
            Consumer<MembershipEffect> effects) {
        this.self = described.id();
        this.described = described;
        this.join = List.copyOf(join);
        this.membership = membership;
        this.heartbeat = heartbeat;
        this.chance = chance;
        this.nonce = StateId.random(chance);
        this.joiner = new Joiner(heartbeat, chance);
        this.effects = effects;
    }

    private BullyMember me() {
        return new BullyMember(self, membership.mark(), described.address(), described.priority(), described.part());
    }

    private void note(boolean alarming, String text) {
        effects.accept(new MembershipEffect.Note(alarming, text));
    }

    public void begin(long now) {
        Membership known = membership.current();
        startedOutside = known != null && !known.has(self, membership.mark());
        if (known == null && join.isEmpty()) {
            form();
        } else if (known == null) {
            joiner.start(join, now);
        } else if (!known.members().contains(me())) {
            // It was removed, or its address or its priority is another than at the last start.
            joiner.start(whomToJoin(known), now);
        }
    }

    private void form() {
        formsAt = null;
        membership.adopt(Membership.formed(StateId.random(chance).toString(), me()), (durable, at) -> {
            if (durable) {
                note(false, "formed a new cluster, with this node as its only member");
            } else {
                note(true, "cannot write its state folder to form a new cluster, and tries again");
                formsAt = MonotonicTime.plus(at, heartbeat);
            }
        });
    }

    private List<Address> whomToJoin(Membership known) {
        List<Address> whom = new ArrayList<>(join);
        known.members().stream()
                .filter(member -> !member.id().equals(self) && !WitnessMember.is(member))
                .map(BullyMember::address)
                .forEach(whom::add);
        return whom;
    }

    /**
     * A member of another cluster addresses this node. One that lost its memory and was not told whom to join has formed a
     * cluster of its own, and now hears where it belongs.
     */
    public void addressedFrom(NodeId other, Address at, Membership known) {
        boolean alone =
                known.members().stream().allMatch(member -> member.id().equals(self) || WitnessMember.is(member));
        if (alone && known.departed().isEmpty()) {
            membership.forget(StateId.random(chance), (durable, now) -> {
                if (durable) {
                    note(true, "belongs to the cluster of " + other + ", and leaves the one it had formed");
                    joiner.start(List.of(at), now);
                } else {
                    cannotLeave();
                }
            });
        }
    }

    /** Said once; whenever it is addressed again, it tries again. */
    private void cannotLeave() {
        if (!stuck) {
            stuck = true;
            note(true, "belongs to another cluster, and cannot write its state folder to leave the one it had formed");
        }
    }

    /** A member that goes by the membership of this version speaks to this node. */
    public void spokenTo(MembershipVersion stamp, Membership known) {
        confirmed |= stamp.equals(known.stamp()) && known.has(self, membership.mark());
    }

    /** A newer membership is stored: what follows from it for this node. */
    public void adopted(Membership known, long now) {
        if (known.members().contains(me())) {
            startedOutside = false;
            duplicate = false;
            joiner.stop();
        } else if (!known.has(self, membership.mark())) {
            boolean asked = known.whyGone(self, membership.mark())
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
    public void answered(Optional<JoinAnswer> answer, long now) {
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
            effects.accept(
                    new MembershipEffect.Raise(new Alarm(Alarm.Kind.DUPLICATE_NODE_ID, "was not let in: " + why)));
        }
    }

    /** Whether this node wants to be a member, by the request with this nonce. */
    public boolean confirms(StateId asked) {
        return joiner.isActive() && asked.equals(nonce);
    }

    public void tick(long now) {
        Long forms = formsAt;
        if (forms != null && !MonotonicTime.isBefore(now, forms)) {
            form();
        }
        joiner.tick(now).ifPresent(at -> effects.accept(new MembershipEffect.Join(at, new JoinRequest(me(), nonce))));
    }

    public long wakeAt(long now) {
        Long forms = formsAt;
        return forms == null ? joiner.wakeAt(now) : MonotonicTime.earlier(forms, joiner.wakeAt(now));
    }
}
