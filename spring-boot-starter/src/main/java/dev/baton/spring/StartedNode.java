// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Baton;
import org.springframework.beans.factory.DisposableBean;

/**
 * The node that was started for the application. It is closed after all that uses it and before what it needs, also in an
 * application that failed to start.
 *
 * @param elections of which a leader-only method may be what closes the application
 */
record StartedNode(Baton baton, Elections elections) implements DisposableBean {
    @Override
    public void destroy() {
        if (elections.current().isEmpty()) {
            close();
        } else {
            // The run would wait for its own end.
            Thread closing = new Thread(this::close, "baton-close");
            closing.setDaemon(true);
            closing.start();
        }
    }

    private void close() {
        baton.close();
        NodeIds.giveBack(baton.node().id().value());
    }
}
