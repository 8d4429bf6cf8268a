// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.FaultHandler;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/**
 * Takes the place of the handler that ends the process: where a node would end that of all tests, the one test fails that
 * is under way, and says why. A field with {@code @RegisterExtension}.
 */
public final class RecordedFaults implements FaultHandler, AfterEachCallback {
    private final List<String> faults = new CopyOnWriteArrayList<>();

    /** The same runner, for applications that may not end this process. */
    public ApplicationContextRunner in(ApplicationContextRunner runner) {
        return runner.withBean("recordedFaults", FaultHandler.class, () -> this);
    }

    @Override
    public void fault(String what, Throwable cause) {
        faults.add(what + " (" + cause + ")");
    }

    @Override
    public void afterEach(ExtensionContext test) {
        if (!faults.isEmpty()) {
            throw new AssertionError("a node would have ended this process: " + faults);
        }
    }
}
