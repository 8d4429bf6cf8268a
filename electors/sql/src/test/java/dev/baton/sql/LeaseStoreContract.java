// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRequest.Acquire;
import dev.baton.spi.lease.LeaseRequest.Claim;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import dev.baton.testkit.docs.CodeBlock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a lease store does with each request, checked against the rules in memory, on any database. */
abstract class LeaseStoreContract {
    static final ElectionName ORDERS = ElectionName.of("orders");
    static final Duration HOUR = Duration.ofHours(1);
    static final Duration PATIENT = Duration.ofSeconds(75);
    static final ElectionEntry ALICE = entry("alice", 0xa);
    static final ElectionEntry BOB = entry("bob", 0xb);
    static final ElectionEntry CAROL = entry("carol", 0xc);
    static final LeaseToken FIRST = new LeaseToken(0, 1);
    static final LeaseToken SECOND = new LeaseToken(0, 2);
    static final LeaseToken THIRD = new LeaseToken(-1, 3);

    private final TestDatabase database;
    private TableNames tables;
    private JdbcLeaseStore store;

    LeaseStoreContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    final void open() {
        tables = database.newTables();
        store = newStore(database, tables);
    }

    @AfterEach
    final void close() {
        store.close();
    }

    /** A store on a busy machine: nothing that is not about timeouts fails for one. */
    static JdbcLeaseStore newStore(TestDatabase database, TableNames tables) {
        return newStore(
                database.database(), SqlSettings.DEFAULT.withTables(tables).withLease(PATIENT));
    }

    static JdbcLeaseStore newStore(SqlDatabase database, SqlSettings settings) {
        return new JdbcLeaseStore(database, settings, System::nanoTime, new SplittableRandom(1));
    }

    static ElectionEntry entry(String node, long incarnation) {
        return new ElectionEntry(
                ORDERS,
                new Node(NodeId.of(node), new Incarnation(incarnation)),
                new Endpoints(Map.of("admin", "10.0.0.1:80", "commands", "[::1]:25873;\\'\"%_")));
    }

    static Acquire acquire(ElectionEntry entry, LeaseToken token) {
        return new Acquire(entry, token, Epoch.NONE, HOUR, Optional.empty());
    }

    LeaseRow ask(LeaseRequest request) {
        return row(store.execute(List.of(request)).get(0)).orElseThrow();
    }

    static Optional<LeaseRow> row(LeaseReply reply) {
        assertThat(reply).isInstanceOf(Answered.class);
        return ((Answered) reply).row();
    }

    @Test
    void nothingIsThereAtFirst() {
        LeaseReply reply = store.execute(List.of(new Read(ORDERS))).get(0);

        assertThat(row(reply)).isEmpty();
    }

    @Test
    void clustersThatShareTheTablesDoNotShareElections() {
        LeaseRow mine = ask(acquire(ALICE, FIRST));
        try (JdbcLeaseStore other = newStore(database, tables.withCluster("other"))) {
            LeaseRow theirs =
                    row(other.execute(List.of(acquire(BOB, SECOND))).get(0)).orElseThrow();

            assertThat(theirs.holder()).isEqualTo(BOB.self());
            assertThat(theirs.epoch()).isEqualTo(Epoch.of(1));
        }
        assertThat(ask(new Read(ORDERS)).token()).isEqualTo(mine.token());
        SqlSchema others = new SqlSchema(database.database(), tables.withCluster("other"));
        others.repairEpoch(ORDERS, Epoch.of(40));
        assertThat(others.epochs()).extracting(SqlSchema.StoredEpochs::highest).containsExactly(Epoch.of(40));
        assertThat(new SqlSchema(database.database(), tables).epochs())
                .containsExactly(new SqlSchema.StoredEpochs(
                        ORDERS,
                        Epoch.of(1),
                        Epoch.of(1),
                        Optional.of(ALICE.self().id())));
    }

    @Test
    void theFirstToAskGetsEpochOne() {
        LeaseRow row = ask(acquire(ALICE, FIRST));

        assertThat(row.token()).isEqualTo(FIRST);
        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
        assertThat(row.holder()).isEqualTo(ALICE.self());
        assertThat(row.endpoints()).isEqualTo(ALICE.endpoints());
        assertThat(row.isLive()).isTrue();
        assertThat(row.remaining()).isBetween(HOUR.minusSeconds(30), HOUR);
    }

    @Test
    void theFloorLiftsTheEpoch() {
        LeaseRow row = ask(new Acquire(ALICE, FIRST, Epoch.of(41), HOUR, Optional.empty()));

        assertThat(row.epoch()).isEqualTo(Epoch.of(42));
    }

    @Test
    void aLiveLeaseIsRefused() {
        ask(acquire(ALICE, FIRST));

        LeaseRow row = ask(acquire(BOB, SECOND));

        assertThat(row.token()).isEqualTo(FIRST);
        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
    }

    @Test
    void askingAgainWithTheSameTokenChangesNothing() {
        ask(acquire(ALICE, FIRST));

        LeaseRow row = ask(new Acquire(ALICE, FIRST, Epoch.of(9), HOUR, Optional.empty()));

        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
    }

    @Test
    void anExpiredLeaseIsTakenUnderTheNextEpoch() {
        ask(acquire(ALICE, FIRST));
        database.age(tables, HOUR);

        LeaseRow row = ask(acquire(BOB, SECOND));

        assertThat(row.token()).isEqualTo(SECOND);
        assertThat(row.epoch()).isEqualTo(Epoch.of(2));
        assertThat(row.holder()).isEqualTo(BOB.self());
    }

    @Test
    void aLiveLeaseIsTakenFromTheHolderThatIsGone() {
        ask(acquire(ALICE, FIRST));

        LeaseRow wrong = ask(new Acquire(BOB, SECOND, Epoch.NONE, HOUR, Optional.of(THIRD)));
        LeaseRow right = ask(new Acquire(BOB, SECOND, Epoch.NONE, HOUR, Optional.of(FIRST)));

        assertThat(wrong.token()).isEqualTo(FIRST);
        assertThat(right.token()).isEqualTo(SECOND);
        assertThat(right.epoch()).isEqualTo(Epoch.of(2));
    }

    @Test
    void aRenewalExtendsAndKeepsTheEpoch() {
        ask(acquire(ALICE, FIRST));

        LeaseRow row = ask(new Renew(ORDERS, FIRST, HOUR.multipliedBy(2)));

        assertThat(row.remaining()).isGreaterThan(HOUR);
        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
        assertThat(database.ask("SELECT renewals FROM " + tables.lease())).isEqualTo("1");
    }

    @Test
    void aRenewalOfAnotherTokenChangesNothing() {
        ask(acquire(ALICE, FIRST));

        LeaseRow row = ask(new Renew(ORDERS, SECOND, HOUR.multipliedBy(2)));

        assertThat(row.token()).isEqualTo(FIRST);
        assertThat(row.remaining()).isLessThanOrEqualTo(HOUR);
    }

    @Test
    void anExpiredLeaseIsNotRenewed() {
        ask(acquire(ALICE, FIRST));
        database.age(tables, HOUR);

        LeaseRow row = ask(new Renew(ORDERS, FIRST, HOUR));

        assertThat(row.isLive()).isFalse();
    }

    @Test
    void aReleaseEndsTheLeaseAndKeepsTheEpoch() {
        ask(acquire(ALICE, FIRST));

        LeaseRow row = ask(new Release(ORDERS, FIRST, Optional.of(NodeId.of("carol"))));

        assertThat(row.isLive()).isFalse();
        assertThat(row.released()).isTrue();
        assertThat(row.epoch()).isEqualTo(Epoch.of(1));
        assertThat(row.successor()).contains(NodeId.of("carol"));
        assertThat(ask(new Renew(ORDERS, FIRST, HOUR)).isLive()).isFalse();
    }

    @Test
    void aReleaseOfAnotherTokenChangesNothing() {
        ask(acquire(ALICE, FIRST));

        LeaseRow row = ask(new Release(ORDERS, SECOND, Optional.empty()));

        assertThat(row.isLive()).isTrue();
        assertThat(row.token()).isEqualTo(FIRST);
    }

    @Test
    void aReleasedLeaseIsTakenAtOnceAndForgetsItsSuccessor() {
        ask(acquire(ALICE, FIRST));
        ask(new Release(ORDERS, FIRST, Optional.of(NodeId.of("carol"))));

        LeaseRow row = ask(acquire(BOB, SECOND));

        assertThat(row.token()).isEqualTo(SECOND);
        assertThat(row.epoch()).isEqualTo(Epoch.of(2));
        assertThat(row.successor()).isEmpty();
    }

    @Test
    void aLostLeaseRowComesBackAboveItsFence() {
        ask(new Acquire(ALICE, FIRST, Epoch.of(6), HOUR, Optional.empty()));
        database.run("DELETE FROM " + tables.lease());

        LeaseRow row = ask(acquire(BOB, SECOND));

        assertThat(row.epoch()).isEqualTo(Epoch.of(8));
    }

    @Test
    void aRepairedEpochIsExceededAndItsLeaderCannotRenew() {
        ask(acquire(ALICE, FIRST));

        new SqlSchema(database.database(), tables).repairEpoch(ORDERS, Epoch.of(100));
        LeaseRow notRenewed = ask(new Renew(ORDERS, FIRST, HOUR.multipliedBy(2)));
        database.age(tables, HOUR);
        LeaseRow next = ask(acquire(BOB, SECOND));

        assertThat(notRenewed.remaining()).isLessThanOrEqualTo(HOUR);
        assertThat(next.epoch()).isEqualTo(Epoch.of(101));
    }

    @Test
    void theStatementOfTheDocumentRaisesAnEpochToo() throws IOException {
        String shown = CodeBlock.in("docs/sql.md", Files.readString(Path.of("..", "..", "docs", "sql.md"))).stream()
                .map(CodeBlock::text)
                .filter(it -> it.startsWith("UPDATE baton_fence "))
                .findFirst()
                .orElseThrow();
        ask(acquire(ALICE, FIRST));
        ask(new Release(ORDERS, FIRST, Optional.empty()));

        database.run(shown.strip()
                .replace(";", "")
                .replace("baton_fence", tables.fence())
                .replace("'nightly'", "'" + ORDERS.value() + "'"));
        LeaseRow next = ask(acquire(BOB, SECOND));

        assertThat(next.epoch()).isEqualTo(Epoch.of(4712));
    }

    @Test
    void theHighestClaimIsKeptUntilItRunsOut() {
        ask(new Acquire(ALICE, FIRST, Epoch.NONE, HOUR, Optional.empty(), new Priority(50)));

        assertThat(claimed(BOB, 50)).isEmpty();
        assertThat(claimed(BOB, 60)).contains(new LeaseClaim(BOB.self(), new Priority(60)));
        assertThat(claimed(CAROL, 60)).contains(new LeaseClaim(BOB.self(), new Priority(60)));
        assertThat(claimed(CAROL, 70)).contains(new LeaseClaim(CAROL.self(), new Priority(70)));
        ask(new Renew(ORDERS, FIRST, HOUR.multipliedBy(3)));
        database.age(tables, HOUR);
        assertThat(claimed(BOB, 60)).contains(new LeaseClaim(BOB.self(), new Priority(60)));
    }

    @Test
    void aClaimIsOverWithTheLease() {
        ask(new Acquire(ALICE, FIRST, Epoch.NONE, HOUR, Optional.empty(), new Priority(50)));
        claimed(CAROL, 90);
        ask(new Release(ORDERS, FIRST, Optional.of(CAROL.self().id())));

        LeaseRow row = ask(new Acquire(CAROL, SECOND, Epoch.NONE, HOUR, Optional.empty(), new Priority(90)));

        assertThat(row.priority()).isEqualTo(new Priority(90));
        assertThat(row.claim()).isEmpty();
    }

    private Optional<LeaseClaim> claimed(ElectionEntry by, int priority) {
        LeaseClaim claim = new LeaseClaim(by.self(), new Priority(priority));
        return ask(new Claim(ORDERS, FIRST, claim, HOUR)).claim();
    }

    @Test
    void requestsCostFewStatements() {
        // H2 takes a lease in two.
        long taking = database.product().equals("H2") ? 2 : 1;
        assertThat(cost(acquire(ALICE, FIRST))).as("the first ever").isEqualTo(6 + taking);
        assertThat(cost(acquire(BOB, SECOND))).as("refused").isEqualTo(1);
        // PostgreSQL tells the rows that it renewed.
        assertThat(cost(new Renew(ORDERS, FIRST, HOUR))).isEqualTo(isPostgres() ? 1 : 2);
        assertThat(cost(new Renew(ORDERS, SECOND, HOUR))).as("not the holder").isEqualTo(2);
        assertThat(cost(new Read(ORDERS))).isEqualTo(1);
        assertThat(cost(new Claim(ORDERS, FIRST, new LeaseClaim(BOB.self(), Priority.DEFAULT), HOUR)))
                .isEqualTo(2);
        // PostgreSQL tells the others.
        long telling = isPostgres() ? 1 : 0;
        assertThat(cost(new Release(ORDERS, FIRST, Optional.empty()))).isEqualTo(2 + telling);
        assertThat(cost(acquire(BOB, SECOND))).as("taken").isEqualTo(3 + taking);
    }

    private boolean isPostgres() {
        return database.product().equals("PostgreSQL");
    }

    private long cost(LeaseRequest request) {
        long before = store.statements();
        ask(request);
        return store.statements() - before;
    }

    @Test
    void thousandElectionsAreTakenAndRenewedInAHandfulOfStatements() {
        List<ElectionEntry> entries = IntStream.range(0, 1_000)
                .mapToObj(i -> new ElectionEntry(ElectionName.of("e" + i), ALICE.self(), ALICE.endpoints()))
                .toList();
        List<LeaseRequest> acquires =
                entries.stream().map(it -> (LeaseRequest) acquire(it, FIRST)).toList();
        List<LeaseRequest> renewals = entries.stream()
                .map(it -> (LeaseRequest) new Renew(it.election(), FIRST, HOUR.multipliedBy(2)))
                .toList();
        store.execute(List.of(new Read(ORDERS)));

        long start = store.statements();
        List<LeaseReply> taken = store.execute(acquires);
        long afterTaking = store.statements();
        List<LeaseReply> renewed = store.execute(renewals);

        assertThat(taken)
                .allSatisfy(
                        reply -> assertThat(row(reply).orElseThrow().epoch()).isEqualTo(Epoch.of(1)));
        assertThat(afterTaking - start).isLessThanOrEqualTo(16);
        assertThat(renewed)
                .allSatisfy(reply ->
                        assertThat(row(reply).orElseThrow().remaining()).isGreaterThan(HOUR));
        assertThat(store.statements() - afterTaking).isEqualTo(isPostgres() ? 2 : 4);
    }

    @Test
    void theSameRequestsGetTheSameAnswersAsInMemory() {
        new MemoryTwin(database, tables, store).compare(400);
    }
}
