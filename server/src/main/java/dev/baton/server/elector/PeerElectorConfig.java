// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.Baton;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.view.Succession;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** An elector whose nodes elect among themselves, and know of each other. */
final class PeerElectorConfig<E extends Elector> implements ElectorSection.Chosen {
    private final ElectorFactory<E> factory;
    private final Class<E> kind;
    private final Traits traits;
    private final Function<E, List<DirectoryMember>> others;

    /** What a configuration tells of it before it is started. */
    record Traits(Duration certainty, Duration takeoverDelay, Succession succession, LocalRequirements needs) {}

    PeerElectorConfig(
            ElectorFactory<E> factory, Class<E> kind, Traits traits, Function<E, List<DirectoryMember>> others) {
        this.factory = factory;
        this.kind = kind;
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
    public LocalRequirements needs() {
        return traits.needs();
    }

    @Override
    public ElectorFactory<E> elector(Consumer<Duration> renewals) {
        return factory;
    }

    @Override
    public Optional<Directory> directory(Supplier<DirectoryMember> self, Baton baton) {
        E elector = baton.elector(kind);
        return Optional.of(Directory.without(self, () -> others.apply(elector)));
    }
}
