// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.Servers.CANARY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.ElectionName;
import dev.baton.FaultHandler;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.Elector;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.testkit.contract.TestContext;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.slf4j.LoggerFactory;

/** No password in a message, a log line or a {@code toString()}, wherever the user put it. */
class SecretsTest {
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton");

    @BeforeEach
    void listen() {
        logger.setLevel(Level.TRACE);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    static Stream<String> urls() {
        return Stream.of(
                "jdbc:nonesuch://root:" + CANARY + "@db/app",
                "jdbc:postgresql://127.0.0.1:1/app?user=baton&password=" + CANARY,
                "jdbc:mysql://baton:" + CANARY + "@127.0.0.1:1/app",
                "jdbc:mysql://address=(host=127.0.0.1)(port=1)(user=baton)(password=" + CANARY + ")/app",
                "jdbc:mariadb://127.0.0.1:1/app?user=baton&password=" + CANARY + "&keyStorePassword=" + CANARY,
                "jdbc:h2:nonsense:;;PASSWORD=" + CANARY,
                "jdbc:h2:mem:secret;USER=sa;PASSWORD=" + CANARY + ";NO_SUCH_OPTION=1",
                "jdbc:" + CANARY);
    }

    @ParameterizedTest
    @MethodSource("urls")
    void aPasswordIsNeverShown(String url) {
        SqlDatabase database = SqlDatabase.at(url, "baton", () -> CANARY);
        SqlSettings settings = SqlSettings.DEFAULT.withLease(Duration.ofSeconds(2));

        JdbcLeaseStore store = new JdbcLeaseStore(database, settings, System::nanoTime, new SplittableRandom(1));
        LeaseReply reply = store.execute(List.of(new LeaseRequest.Read(ElectionName.of("orders"))))
                .get(0);
        store.close();

        assertThat(reply).isInstanceOf(LeaseReply.Failed.class);
        assertThat(reply.toString()).doesNotContain(CANARY);
        assertThat(database.toString()).doesNotContain(CANARY);
        assertThat(SqlElector.on(database).settings(settings).toString()).doesNotContain(CANARY);
        assertThatThrownBy(() -> new SqlSchema(database, TableNames.DEFAULT).check())
                .satisfies(thrown -> assertThat(stackOf(thrown)).doesNotContain(CANARY));
        AsyncLog.flush(Duration.ofSeconds(30));
        assertThat(log.list.stream().map(SecretsTest::all)).noneMatch(line -> line.contains(CANARY));
    }

    @Test
    void aSupplierThatFailsIsNotQuoted() {
        SqlDatabase database = SqlDatabase.at("jdbc:h2:mem:x", "sa", () -> {
            throw new IllegalStateException("vault says: " + CANARY);
        });
        try (ThreadLanes lanes = new ThreadLanes("test", 1, FaultHandler.halting())) {
            Elector elector = SqlElector.on(database).start(TestContext.of("a", lanes));
            elector.close();
        }

        AsyncLog.flush(Duration.ofSeconds(30));
        assertThat(log.list.stream().map(SecretsTest::all))
                .anyMatch(line -> line.contains("the password supplier failed"))
                .noneMatch(line -> line.contains(CANARY));
    }

    @Test
    void whatIsHarmlessIsShown() {
        assertThat(Secrets.show("jdbc:postgresql://db.example:5432/app?ssl=true"))
                .isEqualTo("jdbc:postgresql://db.example:5432/app");
        assertThat(Secrets.show("jdbc:h2:file:/var/lib/x;PASSWORD=y")).isEqualTo("jdbc:h2:file:/var/lib/x");
        assertThat(Secrets.hide("Table 'baton_lease' doesn't exist")).isEqualTo("Table 'baton_lease' doesn't exist");
    }

    private static String all(ILoggingEvent event) {
        return event.getFormattedMessage()
                + (event.getThrowableProxy() == null
                        ? ""
                        : event.getThrowableProxy().getMessage());
    }

    private static String stackOf(Throwable thrown) {
        java.io.StringWriter text = new java.io.StringWriter();
        thrown.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }
}
