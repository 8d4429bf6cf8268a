// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Receives signals through a class that every JDK has but none guarantees; without it, there is no reload. */
final class HangupSignal {
    private static final Logger LOG = LoggerFactory.getLogger(HangupSignal.class);

    private HangupSignal() {}

    static void onHangUp(Runnable task) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            InvocationHandler calls = (proxy, method, arguments) -> switch (method.getName()) {
                case "handle" -> {
                    task.run();
                    yield null;
                }
                case "equals" -> proxy == arguments[0];
                case "hashCode" -> System.identityHashCode(proxy);
                default -> "reload on SIGHUP";
            };
            Object heard = Proxy.newProxyInstance(HangupSignal.class.getClassLoader(), new Class<?>[] {handler}, calls);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance("HUP"), heard);
        } catch (ReflectiveOperationException | IllegalArgumentException unsupported) {
            LOG.debug("SIGHUP is not supported here", unsupported);
        }
    }
}
