// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens to the connections of a pool that a work store borrows. */
class WorkConnectionsTest {
    private static final String URL = "jdbc:h2:mem:workconnections;DB_CLOSE_DELAY=-1";

    private final List<Integer> networkTimeouts = new CopyOnWriteArrayList<>();
    private final List<Boolean> autoCommitAtClose = new ArrayList<>();

    /** Lends connections without autocommit, and can set the time that an answer is waited for. */
    private DataSource pool() {
        return (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> lend());
    }

    private Connection lend() throws SQLException {
        Connection real = DriverManager.getConnection(URL);
        real.setAutoCommit(false);
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> call(real, method, arguments));
    }

    private @Nullable Object call(Connection real, Method method, Object[] arguments) throws Throwable {
        String name = method.getName();
        if (name.equals("getNetworkTimeout")) {
            return networkTimeouts.isEmpty() ? 77 : networkTimeouts.get(networkTimeouts.size() - 1);
        }
        if (name.equals("setNetworkTimeout")) {
            networkTimeouts.add((Integer) arguments[1]);
            return null;
        }
        if (name.equals("close")) {
            autoCommitAtClose.add(real.getAutoCommit());
        }
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    @Test
    void aConnectionWaitsForAnswersForALimitedTimeAndGoesBackAsItCame() {
        WorkConnections connections =
                new WorkConnections(SqlDatabase.of(pool()), SqlSettings.DEFAULT.withCreateSchema());
        connections.check();
        assertThat(networkTimeouts).containsExactly(10_000);

        connections.close();

        assertThat(networkTimeouts).containsExactly(10_000, 77);
        assertThat(autoCommitAtClose).containsExactly(false);
    }

    @Test
    void aConnectionThatIsInUseWhileTheStoreIsClosedGoesBackToo() {
        WorkConnections connections =
                new WorkConnections(SqlDatabase.of(pool()), SqlSettings.DEFAULT.withCreateSchema());

        connections.call(session -> {
            connections.close();
            return true;
        });

        assertThat(autoCommitAtClose).containsExactly(false);
    }
}
