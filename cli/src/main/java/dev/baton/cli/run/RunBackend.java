// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.LeaseTerms;
import java.util.Optional;

/** Where it is decided which machine runs the command. */
interface RunBackend {
    LeaseTerms terms();

    /** What this node is called there, if the backend knows. */
    Optional<String> nodeId();

    ElectorFactory<?> elector(Observer told);

    /** What the backend has to say to a run that is under way. */
    interface Observer {
        /** The leadership is wanted back, and there is time to stop in order. May be said again and again. */
        void recalled();

        /** The run was planned for a backend that is gone. */
        void changed(String how);
    }
}
