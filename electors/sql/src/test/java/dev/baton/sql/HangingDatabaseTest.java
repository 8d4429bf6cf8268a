// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.ElectionName;
import dev.baton.lease.LeaseReply;
import dev.baton.lease.LeaseRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that accepts connections and says nothing holds up nobody for long. */
class HangingDatabaseTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:%d/x",
                "jdbc:mysql://127.0.0.1:%d/x",
                "jdbc:mariadb://127.0.0.1:%d/x",
                "jdbc:h2:tcp://127.0.0.1:%d/x"
            })
    void anAnswerComesInTime(String url) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            SqlSettings settings = SqlSettings.DEFAULT.withLease(Duration.ofSeconds(5));
            JdbcLeaseStore store = new JdbcLeaseStore(
                    SqlDatabase.at(url.formatted(silent.getLocalPort()), "u", () -> "p"),
                    settings,
                    System::nanoTime,
                    new SplittableRandom(1));
            for (int i = 0; i < 2; i++) {
                long start = System.nanoTime();

                LeaseReply reply = store.execute(List.of(new LeaseRequest.Read(ElectionName.of("orders"))))
                        .get(0);

                assertThat(reply).isInstanceOf(LeaseReply.Failed.class);
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .isLessThan(settings.terms().lease());
            }
            store.close();
        }
    }
}
