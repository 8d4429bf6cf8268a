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
    private final Traits traits;
    private final Function<E, List<Member>> others;
    private final AtomicReference<@Nullable E> started = new AtomicReference<>();

    /** What a configuration tells of it before it is started. */
    record Traits(Duration certainty, Duration takeoverDelay, Succession succession, Needs needs) {}

    AmongNodes(Function<Lanes, E> start, Traits traits, Function<E, List<Member>> others) {
        this.start = start;
        this.traits = traits;
        this.others = others;
    }

    @Override
    public Optional<Duration> certainty() {
        return Optional.of(traits.certainty());
    }

    @Override
    public Duration takeoverDelay() {
        return traits.takeoverDelay();
    }

    @Override
    public Succession succession() {
        return traits.succession();
    }

    @Override
    public Needs needs() {
        return traits.needs();
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
