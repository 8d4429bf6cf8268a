// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.elector.Elector;
import dev.baton.runtime.Lanes;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.ElectorDirectory;
import dev.baton.server.directory.Member;
import dev.baton.server.view.Succession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An elector whose nodes elect among themselves, and know of each other once it was started. */
final class AmongNodes<E extends Elector> implements ElectorSection.Chosen {
    private final Function<Lanes, E> start;
    private final Duration certainty;
    private final Succession succession;
    private final Needs needs;
    private final Function<E, List<Member>> others;
    private final AtomicReference<@Nullable E> started = new AtomicReference<>();

    AmongNodes(
            Function<Lanes, E> start,
            Duration certainty,
            Succession succession,
            Needs needs,
            Function<E, List<Member>> others) {
        this.start = start;
        this.certainty = certainty;
        this.succession = succession;
        this.needs = needs;
        this.others = others;
    }

    @Override
    public Optional<Duration> certainty() {
        return Optional.of(certainty);
    }

    @Override
    public Succession succession() {
        return succession;
    }

    @Override
    public Needs needs() {
        return needs;
    }

    @Override
    public Function<Lanes, Elector> elector(Consumer<Duration> renewals) {
        return lanes -> {
            E elector = start.apply(lanes);
            started.set(elector);
            return elector;
        };
    }

    @Override
    public Optional<Directory> directory(Supplier<Member> self) {
        return Optional.of(new ElectorDirectory(self, () -> {
            E elector = started.get();
            return elector == null ? List.of() : others.apply(elector);
        }));
    }
}
