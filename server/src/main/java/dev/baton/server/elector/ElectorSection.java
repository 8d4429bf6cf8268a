// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.Baton;
import dev.baton.CandidateSettings;
import dev.baton.server.config.ConfigKey;
import dev.baton.server.config.EffectiveConfig;
import dev.baton.server.config.Problems;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import dev.baton.server.view.Succession;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorFactory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One kind of elector as it is configured. A new one is a class, and a line in {@link ElectorSections}. */
public interface ElectorSection {
    /** What {@code elector.type} calls it. */
    String type();

    /** Its keys, all of which begin with {@code elector.} and its type. */
    List<ConfigKey<?>> keys();

    /** Reads its keys; what is wrong with them is noted, and the answer may then be unusable. */
    Chosen read(EffectiveConfig values, Identity node, Problems problems);

    /** What an elector may need to know about its node. */
    record Identity(String id, String cluster) {}

    /** The elector of this node. */
    interface Chosen {
        /** @param renewals told how long each renewal of a lease took, by electors that have one */
        ElectorFactory<?> elector(Consumer<Duration> renewals);

        /** As {@link Elector#certainty()} will say, if the configuration tells. */
        default Optional<Duration> certainty() {
            return Optional.empty();
        }

        /** How long a lost leader may take to return, where the election does not say. */
        default Duration takeoverDelay() {
            return CandidateSettings.defaults().takeoverDelay();
        }

        /** Who follows a leader that is lost. */
        default Succession succession() {
            return Succession.BY_PRIORITY;
        }

        /**
         * The other nodes, if the elector can list them; asked once, closed by the caller.
         *
         * @param baton this node, started with this elector
         */
        default Optional<Directory> directory(Supplier<DirectoryMember> self, Baton baton) {
            return Optional.empty();
        }

        /** The database that is elected on, if it is one. */
        default Optional<SqlBackend> sql() {
            return Optional.empty();
        }

        /** Whether this node is a member of a Raft group that is elected on. */
        default boolean groupMember() {
            return false;
        }

        /** What it needs of its machine, besides a database to elect on. */
        default LocalRequirements needs() {
            return LocalRequirements.NOTHING;
        }
    }
}
