// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.UUID;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one comes from with Curator does the job, on a ZooKeeper in this process. */
class CuratorBeforeTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TICK_MS = 2000;
    private static final int ANY_NUMBER_OF_CONNECTIONS = -1;

    @TempDir
    private Path folder;

    private final Invoices invoices = new Invoices();
    private HikariDataSource pool;
    private ServerCnxnFactory server;
    private CuratorFramework client;

    @BeforeEach
    void open() throws Exception {
        pool = new HikariDataSource();
        pool.setJdbcUrl("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1");
        Invoices.prepare(pool);
        server = ServerCnxnFactory.createFactory(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), ANY_NUMBER_OF_CONNECTIONS);
        server.startup(new ZooKeeperServer(folder.toFile(), folder.toFile(), TICK_MS));
        client = CuratorFrameworkFactory.newClient("127.0.0.1:" + server.getLocalPort(), new RetryOneTime(TICK_MS));
        client.start();
    }

    @AfterEach
    void close() {
        client.close();
        server.shutdown();
        pool.close();
    }

    @Test
    void aLatchLetsTheLeaderSend() throws Exception {
        LeaderLatch first = CuratorBefore.stand(client, "a");
        eventually("the first leads", PATIENCE, first::hasLeadership, () -> "");
        LeaderLatch second = CuratorBefore.stand(client, "b");

        CuratorBefore.onTimer(second, pool, invoices);
        assertThat(sent()).isZero();
        CuratorBefore.onTimer(first, pool, invoices);
        assertThat(sent()).isEqualTo(1);

        first.close();
        eventually("the second leads", PATIENCE, second::hasLeadership, () -> "");
        CuratorBefore.onTimer(second, pool, invoices);
        assertThat(sent()).isEqualTo(2);
        second.close();
    }

    @Test
    void aSelectorSendsWhileItLeads() {
        LeaderSelector selector = CuratorBefore.selector(client, pool, invoices);

        eventually("invoices are sent", PATIENCE, () -> sent() > 0, () -> "");
        assertThat(selector.hasLeadership()).isTrue();
        selector.close();
    }

    private int sent() {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT sent FROM invoices")) {
            row.next();
            return row.getInt(1);
        } catch (SQLException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
