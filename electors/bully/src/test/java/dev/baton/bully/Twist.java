// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Epoch;
import dev.baton.UnavailableException;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.StoredMembership;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Stored;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.quorum.ForwardingLedger;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingMessage;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;

/** A known-bad change of the rules, made from outside, that a simulation must notice. */
enum Twist {
    NONE(1),
    /** Voters that start do not remember which epochs they have promised. */
    NO_EPOCH_CHECK(1),
    /** A promise is told while it is still on its way to the disk. */
    SENDS_BEFORE_IT_PERSISTS(21),
    /** A promise holds for a moment, and not for a lease. */
    NO_LEASE(1),
    /** Everybody seems to go by the newest membership. */
    NO_MEMBERSHIP_CHECK(3599),
    /** The next change does not wait for what was promised before the last one. */
    NO_SETTLING(166),
    /** A process that stands still is considered gone. */
    FALSE_PROOF(47),
    /** A majority of those who can be reached is enough. */
    MAJORITY_OF_REACHABLE(1);

    private final long firstSeed;

    Twist(long firstSeed) {
        this.firstSeed = firstSeed;
    }

    /** Where to begin, to save the time of the seeds before the one that finds it out. */
    long firstSeed() {
        return firstSeed;
    }

    Envelope on(Envelope envelope) {
        MembershipVersion stamp =
                this == NO_MEMBERSHIP_CHECK && !envelope.stamp().equals(MembershipVersion.NONE)
                        ? new MembershipVersion(Epoch.of(1_000_000), 1)
                        : envelope.stamp();
        return new Envelope(
                envelope.cluster(),
                envelope.from(),
                envelope.mark(),
                envelope.address(),
                envelope.number(),
                stamp,
                envelope.messages().stream().map(this::on).toList());
    }

    private BullyMessage on(BullyMessage message) {
        if (this == NO_LEASE && message instanceof Ballot ballot) {
            Duration moment = Duration.ofMillis(1);
            if (ballot.message() instanceof VotingMessage.Ask ask) {
                return new Ballot(new VotingMessage.Ask(ask.election(), ask.token(), ask.epoch(), moment, ask.size()));
            } else if (ballot.message() instanceof VotingMessage.Renew renew) {
                return new Ballot(
                        new VotingMessage.Renew(renew.leader(), renew.token(), renew.number(), moment, renew.size()));
            }
        }
        if (this == NO_SETTLING && message instanceof Stored stored) {
            return new Stored(new StoredMembership(
                    stored.membership().stamp(),
                    true,
                    stored.membership().highest(),
                    stored.membership().promised()));
        }
        return message;
    }

    LedgerWriter writing(Ledger ledger, Executor disk) {
        if (this == SENDS_BEFORE_IT_PERSISTS) {
            return new LedgerWriter(new WrittenLater(ledger, disk), Runnable::run);
        }
        return new LedgerWriter(this == NO_EPOCH_CHECK ? new WithoutEpochs(ledger) : ledger, disk);
    }

    /** Says that everything is durable, and writes it afterwards. */
    private static final class WrittenLater extends ForwardingLedger {
        private final Executor disk;

        WrittenLater(Ledger within, Executor disk) {
            super(within);
            this.disk = disk;
        }

        @Override
        public void write(VoterState change) {
            disk.execute(() -> {
                try {
                    super.write(change);
                } catch (UnavailableException full) {
                    // Nobody waits for it.
                }
            });
        }
    }

    private static final class WithoutEpochs extends ForwardingLedger {
        WithoutEpochs(Ledger within) {
            super(within);
        }

        @Override
        public VoterState read() {
            VoterState written = super.read();
            return new VoterState(Map.of(), written.longestLease(), written.voters());
        }
    }
}
