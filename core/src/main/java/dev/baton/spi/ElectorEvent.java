// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import java.util.Optional;

/** What an elector tells a candidate. */
public sealed interface ElectorEvent {
    /** Lets the event choose its handler, so that a new kind of event breaks the build and not the cluster. */
    void deliverTo(Handler handler);

    /** This node leads. */
    record Granted(Epoch epoch, Validity validity) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.granted(epoch, validity);
        }
    }

    /** This node leads for longer. */
    record Extended(Epoch epoch, Validity validity) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.extended(epoch, validity);
        }
    }

    /** This node no longer leads, and another may at once. */
    record Lost(Epoch epoch) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.lost(epoch);
        }
    }

    /** The answer to a release: it is done, or the leadership lapses by itself. */
    record Released(Epoch epoch) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.released(epoch);
        }
    }

    /** A node leads, perhaps this one. */
    record LeaderSeen(Leader leader) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.leaderSeen(leader);
        }
    }

    /** No node leads. */
    record Vacant(Vacancy vacancy) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.vacant(vacancy);
        }
    }

    /** A candidate with a higher priority than this leader is ready to lead, or no longer is. Told when it changes. */
    record Preferred(Optional<Node> better) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.preferred(better);
        }
    }

    /** Something an operator should know; changes nothing by itself. */
    record Trouble(Alarm alarm) implements ElectorEvent {
        @Override
        public void deliverTo(Handler handler) {
            handler.trouble(alarm);
        }
    }

    /** One method per kind of event. */
    interface Handler {
        void granted(Epoch epoch, Validity validity);

        void extended(Epoch epoch, Validity validity);

        void lost(Epoch epoch);

        void released(Epoch epoch);

        void leaderSeen(Leader leader);

        void vacant(Vacancy vacancy);

        void preferred(Optional<Node> better);

        void trouble(Alarm alarm);
    }
}
