// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.UnavailableException;
import dev.baton.quorum.ForwardingLedger;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingMessage;
import dev.baton.quorum.VotingMessage.Cancel;
import dev.baton.quorum.VotingMessage.Renewed;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.spi.Validity;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.simulation.FaultyElector;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Known-bad changes of a node, put around the real one. A simulation that does not notice them proves nothing. */
final class Mutants {
    private static final long LONG_AGO = Duration.ofMinutes(2).toNanos();

    private Mutants() {}

    /** The node is made long ago, as far as it knows, so that its voter has nothing to abstain for. */
    static Lanes withoutAbstention(Lanes real) {
        return new Lanes() {
            private boolean made;

            @Override
            public Ticker ticker() {
                Ticker ticker = real.ticker();
                if (made) {
                    return ticker;
                }
                made = true;
                return () -> ticker.nanos() - LONG_AGO;
            }

            @Override
            public Lane open(String name) {
                return real.open(name);
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    /** A promise is told while it is still on its way to the disk. */
    static LedgerWriter sendingBeforeItPersists(Ledger ledger, Executor disk) {
        Ledger later = new ForwardingLedger(ledger) {
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
        };
        return new LedgerWriter(later, Runnable::run);
    }

    /** A validity is counted from the answer, and not from before the question. */
    static Elector countingFromTheAnswer(Elector real, LeaseTerms terms, Ticker ticker) {
        return new FaultyElector(real, new FromTheAnswer(terms, ticker));
    }

    private static final class FromTheAnswer implements Function<ElectorEvent, Optional<ElectorEvent>> {
        private final LeaseTerms terms;
        private final Ticker ticker;
        private long certainUntil;

        FromTheAnswer(LeaseTerms terms, Ticker ticker) {
            this.terms = terms;
            this.ticker = ticker;
        }

        private Validity validity() {
            long othersFrom = MonotonicTime.plus(ticker.nanos(), terms.lease());
            certainUntil = othersFrom - terms.margin().toNanos();
            return new Validity(certainUntil, othersFrom);
        }

        @Override
        public Optional<ElectorEvent> apply(ElectorEvent event) {
            if (event instanceof Granted granted) {
                return Optional.of(new Granted(granted.epoch(), validity()));
            }
            if (event instanceof Extended extended) {
                return Optional.of(new Extended(extended.epoch(), validity()));
            }
            return event instanceof Lost && MonotonicTime.isBefore(ticker.nanos(), certainUntil)
                    ? Optional.empty()
                    : Optional.of(event);
        }
    }

    /** A cancellation drops the voter's promise, whosever it is. */
    static Group whereAnyCancelDrops(Group real) {
        return new Group() {
            private @Nullable LeaseToken promised;

            @Override
            public void join(Listener listener) {
                real.join(new Listener() {
                    @Override
                    public void view(GroupView view) {
                        listener.view(view);
                    }

                    @Override
                    public void received(GroupMember from, RegistryMessage message) {
                        listener.received(from, dropping(message));
                    }
                });
            }

            private RegistryMessage dropping(RegistryMessage message) {
                LeaseToken token = promised;
                return token != null && message instanceof Ballot ballot && ballot.message() instanceof Cancel cancel
                        ? new Ballot(new Cancel(cancel.election(), token))
                        : message;
            }

            @Override
            public void send(Node to, RegistryMessage message) {
                if (message instanceof Ballot ballot) {
                    if (ballot.message() instanceof Vote vote && vote.answer() == VotingMessage.Answer.PROMISED) {
                        promised = vote.token();
                    } else if (ballot.message() instanceof Renewed renewed && renewed.promised()) {
                        promised = renewed.token();
                    }
                }
                real.send(to, message);
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }
}
