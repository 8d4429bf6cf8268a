// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.MonotonicTime;
import java.util.List;
import java.util.Optional;

/** Voters that are always there, and a majority of them. */
record FixedElectorate(List<Node> voters) implements Electorate {
    @Override
    public List<Node> members() {
        return voters;
    }

    @Override
    public int required() {
        return voters.size() / 2 + 1;
    }

    @Override
    public int size() {
        return voters.size();
    }

    @Override
    public void heardOf(int otherSize) {}

    @Override
    public boolean votes() {
        return true;
    }

    @Override
    public Optional<Alarm> objection(long now) {
        return Optional.empty();
    }

    @Override
    public long wakeAt(long now) {
        return MonotonicTime.never(now);
    }
}
