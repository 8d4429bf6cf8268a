// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Signals to this process. The JDK hears them in {@code sun.misc.Signal} alone, whose use its compiler warns of and
 * cannot be told not to; hence by reflection.
 */
final class TerminationSignals {
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);
    private static final int ENDED_BY_SIGNAL = 128;

    private TerminationSignals() {}

    /** Calls {@code heard} with the name of each of these signals, instead of what they would do. */
    static void on(List<String> names, Consumer<String> heard) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            for (String name : names) {
                Object calling = Proxy.newProxyInstance(
                        handler.getClassLoader(), new Class<?>[] {handler}, (proxy, method, arguments) -> {
                            if (method.getName().equals("handle")) {
                                heard.accept(name);
                            }
                            return method.getReturnType() == int.class ? System.identityHashCode(proxy) : null;
                        });
                signal.getMethod("handle", signal, handler)
                        .invoke(null, signal.getConstructor(String.class).newInstance(name), calling);
            }
        } catch (ReflectiveOperationException unsupported) {
            throw new IllegalStateException("this JVM does not support signal handlers", unsupported);
        }
    }

    /** The exit code of a process that a signal ended. */
    static int exitCode(String name) {
        return ENDED_BY_SIGNAL + Objects.requireNonNull(NUMBERS.get(name), name);
    }
}
