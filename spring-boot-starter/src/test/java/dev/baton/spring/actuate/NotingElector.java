// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring.actuate;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Priority;
import dev.baton.standalone.StandaloneElector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** The elector of a cluster of one, which notes who was named as successor each time leadership was given back. */
final class NotingElector implements ElectorFactory<Elector> {
    final List<Optional<NodeId>> successors = new CopyOnWriteArrayList<>();

    @Override
    public Elector start(ElectorContext context) {
        Elector real = StandaloneElector.inMemory().start(context);
        return new Elector() {
            @Override
            public Guarantee guarantee() {
                return real.guarantee();
            }

            @Override
            public Duration certainty() {
                return real.certainty();
            }

            @Override
            public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
                return new NotingContest(real.enter(entry, events), successors);
            }

            @Override
            public void close() {
                real.close();
            }
        };
    }

    private record NotingContest(Contest real, List<Optional<NodeId>> successors) implements Contest {
        @Override
        public void ready(Optional<Priority> priority) {
            real.ready(priority);
        }

        @Override
        public void campaign(Priority priority) {
            real.campaign(priority);
        }

        @Override
        public void withdraw() {
            real.withdraw();
        }

        @Override
        public void release(Epoch epoch, Optional<NodeId> successor) {
            successors.add(successor);
            real.release(epoch, successor);
        }

        @Override
        public void abandon(Epoch epoch) {
            real.abandon(epoch);
        }

        @Override
        public void close() {
            real.close();
        }
    }
}
