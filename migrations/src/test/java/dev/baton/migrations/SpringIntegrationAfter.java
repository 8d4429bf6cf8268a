// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import dev.baton.spring.LeaderOnly;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

final class SpringIntegrationAfter {
    private SpringIntegrationAfter() {}

    // tag::bean[]
    @Component
    @LeaderOnly("imports") // started when this replica leads, stopped before another one may
    static class Imports implements SmartLifecycle {
        private final Importer importer;

        Imports(Importer importer) {
            this.importer = importer;
        }

        @Override
        public void start() {
            importer.start();
        }

        @Override
        public void stop() { // no other replica leads before this has returned
            importer.stop();
        }

        @Override
        public boolean isRunning() {
            return importer.isRunning();
        }

        @Override
        public boolean isAutoStartup() { // the application's start is not leadership
            return false;
        }
    }
    // end::bean[]
}
