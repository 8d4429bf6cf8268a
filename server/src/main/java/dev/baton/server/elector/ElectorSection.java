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

/** The configuration of one kind of elector. To add a kind, add a class, and a line in {@link ElectorSections}. */
public interface ElectorSection {
    /** Its name in {@code elector.type}. */
    String type();

    /** Its keys, all of which begin with {@code elector.} and its type. */
    List<ConfigKey<?>> keys();

    /** Reads its keys, and adds their problems. If there are any, the result may be unusable. */
    Chosen read(EffectiveConfig values, Identity node, Problems problems);

    /** What the section of an elector may need to know about its node. */
    record Identity(String id, String cluster) {}

    /** The elector of this node. */
    interface Chosen {
        /** @param renewals called with the time of each renewal, by electors that have leases */
        ElectorFactory<?> elector(Consumer<Duration> renewals);

        /** What {@link Elector#certainty()} will return, if the configuration determines it. */
        default Optional<Duration> certainty() {
            return Optional.empty();
        }

        /** How long a lost leader may take to return, unless the election has its own value. */
        default Duration takeoverDelay() {
            return CandidateSettings.defaults().takeoverDelay();
        }

        /** The order of succession after a leader is lost. */
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

        /** The database that the elector uses, if it uses one. */
        default Optional<SqlBackend> sql() {
            return Optional.empty();
        }

        /** Whether this node is a member of the Raft group of the elections. */
        default boolean groupMember() {
            return false;
        }

        /** What it needs from its machine, besides a database for elections. */
        default LocalRequirements needs() {
            return LocalRequirements.NOTHING;
        }
    }
}
