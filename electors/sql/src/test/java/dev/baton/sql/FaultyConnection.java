// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.concurrent.atomic.AtomicReference;

/** A connection of which one call goes wrong, once, before or after it took effect. */
final class FaultyConnection {
    private FaultyConnection() {}

    static Connection before(Connection real, String call, Throwable failure) {
        return of(real, call, failure, false);
    }

    static Connection after(Connection real, String call, Throwable failure) {
        return of(real, call, failure, true);
    }

    /** @param call a method and its arguments, as in {@code setAutoCommit true} */
    private static Connection of(Connection real, String call, Throwable failure, boolean takesEffect) {
        AtomicReference<Throwable> next = new AtomicReference<>(failure);
        return (Connection) Proxy.newProxyInstance(
                FaultyConnection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (self, method, arguments) -> {
                    StringBuilder made = new StringBuilder(method.getName());
                    for (Object argument : arguments == null ? new Object[0] : arguments) {
                        made.append(' ').append(argument);
                    }
                    Throwable due = made.toString().equals(call) ? next.getAndSet(null) : null;
                    if (due != null && !takesEffect) {
                        throw due;
                    }
                    Object result;
                    try {
                        result = method.invoke(real, arguments);
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                    if (due != null) {
                        throw due;
                    }
                    return result;
                });
    }
}
