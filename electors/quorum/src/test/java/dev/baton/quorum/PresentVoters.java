// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.MonotonicTime;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The voters of a cluster of a fixed size that are here, of which a test starts and stops some. */
record PresentVoters(Collection<Node> here, int size) implements Electorate {
    @Override
    public List<Node> members() {
        return List.copyOf(here);
    }

    @Override
    public List<Node> voters() {
        return members();
    }

    @Override
    public int required() {
        return size / 2 + 1;
    }

    @Override
    public void heardOf(int otherSize) {}

    @Override
    public boolean votes() {
        return true;
    }

    @Override
    public Optional<Alarm> objection(long now) {
        return here.size() < required() ? Optional.of(tooFewAnswer(here.size())) : Optional.empty();
    }

    @Override
    public long wakeAt(long now) {
        return MonotonicTime.never(now);
    }
}
