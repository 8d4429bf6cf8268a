// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.Duty;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.internal.duty.DutyCalls;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Ticker;
import dev.baton.spi.Validity;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.history.HistoryRecorder;
import dev.baton.testkit.history.RecordingFence;
import dev.baton.testkit.memory.LeaseRows;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Known ways to get leader election wrong. */
final class Mutants {
    private Mutants() {}

    /** A store whose rows follow bad rules. */
    private static SimulationParts store(LeaseRows rows) {
        return new SimulationParts() {
            @Override
            protected LeaseRows rows() {
                return rows;
            }
        };
    }

    /** A crash loses what the store had committed last. */
    static SimulationParts forgetsCommits() {
        return new SimulationParts() {
            @Override
            protected boolean storeForgets() {
                return true;
            }
        };
    }

    /** An acquire takes a lease that is live. */
    static SimulationParts takesLiveLeases() {
        return store(new LeaseRows() {
            @Override
            protected boolean mayAcquire(Stored row, long now) {
                return true;
            }
        });
    }

    /** The proof that some holder is gone lets whatever lease there is be taken. */
    static SimulationParts takesFromWhoeverHolds() {
        return store(new LeaseRows() {
            @Override
            protected boolean mayTakeFromGone(Stored row, LeaseToken gone) {
                return true;
            }
        });
    }

    /** The proof that a process is gone is held against the process that was started in its place. */
    static SimulationParts takesFromTheSameNodeStartedAgain() {
        Map<LeaseToken, NodeId> holders = new HashMap<>();
        return store(new LeaseRows() {
            @Override
            protected boolean mayAcquire(Stored row, long now) {
                if (row != null) {
                    holders.put(row.token(), row.leader().node().id());
                }
                return super.mayAcquire(row, now);
            }

            @Override
            protected boolean mayRenew(Stored row, LeaseToken token, long now) {
                holders.put(row.token(), row.leader().node().id());
                return super.mayRenew(row, token, now);
            }

            @Override
            protected boolean mayTakeFromGone(Stored row, LeaseToken gone) {
                return row.leader().node().id().equals(holders.get(gone));
            }
        });
    }

    /** A process that does not answer for a while is said to be gone. */
    static SimulationParts takesSilenceForDeath() {
        return new SimulationParts() {
            @Override
            protected boolean provesDeath(SimulatedProcess silent) {
                return silent.hasEnded() || silent.isPaused();
            }
        };
    }

    /** A released lease is given again under the same epoch. */
    static SimulationParts reusesEpochs() {
        return store(new LeaseRows() {
            @Override
            protected Epoch nextEpoch(Stored row, Epoch floor) {
                return row != null && row.released() ? row.leader().epoch() : super.nextEpoch(row, floor);
            }
        });
    }

    /** Each renewal has a new epoch. */
    static SimulationParts renewsUnderNewEpochs() {
        return store(new LeaseRows() {
            @Override
            protected Leader renewed(Leader holder) {
                return new Leader(
                        holder.election(), holder.node(), holder.epoch().next(), holder.endpoints());
            }
        });
    }

    /** A renewal that comes after the expiry is as good as one in time. */
    static SimulationParts renewsExpiredLeases() {
        return store(new LeaseRows() {
            @Override
            protected boolean mayRenew(Stored row, LeaseToken token, long now) {
                return row.token().equals(token) && !row.released();
            }
        });
    }

    /** A release by any node ends the lease. */
    static SimulationParts releasesForAnybody() {
        return store(new LeaseRows() {
            @Override
            protected boolean mayRelease(Stored row, LeaseToken token) {
                return true;
            }
        });
    }

    /** Who leads once is never told otherwise. */
    static SimulationParts neverTellsLosers() {
        return new SimulationParts() {
            @Override
            protected Elector elector(Elector real, LeaseTerms terms, Ticker ticker) {
                return new FaultyElector(real, event -> {
                    if (event instanceof Granted won) {
                        return Optional.of(new Granted(won.epoch(), Validity.unlimited(ticker.nanos())));
                    }
                    boolean swallowed = event instanceof Lost || event instanceof LeaderSeen;
                    return swallowed ? Optional.empty() : Optional.of(event);
                });
            }
        };
    }

    /** Nobody hears that the leader is gone. */
    static SimulationParts neverTellsVacancies() {
        return new SimulationParts() {
            @Override
            protected Elector elector(Elector real, LeaseTerms terms, Ticker ticker) {
                return new FaultyElector(
                        real, event -> event instanceof Vacant ? Optional.empty() : Optional.of(event));
            }
        };
    }

    /** Terms are counted from when the answer came, not from before the request left. */
    static SimulationParts countsFromTheAnswer() {
        return new SimulationParts() {
            @Override
            protected Elector elector(Elector real, LeaseTerms terms, Ticker ticker) {
                return new FaultyElector(real, event -> Optional.of(late(event, terms, ticker.nanos())));
            }
        };
    }

    private static ElectorEvent late(ElectorEvent event, LeaseTerms terms, long now) {
        long others = now + terms.lease().toNanos();
        Validity validity = new Validity(others - terms.margin().toNanos(), others);
        if (event instanceof Granted won) {
            return new Granted(won.epoch(), validity);
        }
        return event instanceof Extended longer ? new Extended(longer.epoch(), validity) : event;
    }

    /** A monotonic clock that does not notice pauses, so that leadership is remembered across them. */
    static SimulationParts sleepsThroughPauses() {
        return new SimulationParts() {
            @Override
            protected boolean clocksStopInPause() {
                return true;
            }
        };
    }

    /** Duties count as stopped as soon as they are told to stop. */
    static SimulationParts doesNotWaitForDuties() {
        return new SimulationParts() {
            @Override
            protected DutyCalls calls(DutyCalls real) {
                return new Impatient(real);
            }
        };
    }

    private record Impatient(DutyCalls real) implements DutyCalls {
        @Override
        public Call start(Duty duty, Leadership leadership, Duty.Crash crash, Consumer<Optional<Throwable>> answer) {
            return real.start(duty, leadership, crash, answer);
        }

        @Override
        public Call stop(Duty duty, Leadership leadership, Runnable begun, Consumer<Optional<Throwable>> answer) {
            Call call = real.stop(duty, leadership, begun, ignored -> {});
            answer.accept(Optional.empty());
            return call;
        }

        @Override
        public Call health(Health.Check check, Consumer<Health> answer) {
            return real.health(check, answer);
        }
    }

    /** A resource that accepts whatever comes. */
    static SimulationParts hasNoFence() {
        return new SimulationParts() {
            @Override
            protected RecordingFence fencedResource(HistoryRecorder history) {
                return new RecordingFence(history) {
                    @Override
                    protected void guard(ElectionName election, Epoch epoch, Runnable effect) {
                        effect.run();
                    }
                };
            }
        };
    }
}
