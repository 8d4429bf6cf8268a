// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.group.DataGroupLeadership;
import dev.baton.raft.group.ReplicatedData;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class OwnDataLeadTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What the data was told. */
    private final List<String> told = new CopyOnWriteArrayList<>();

    private final List<Long> closed = new CopyOnWriteArrayList<>();
    private final List<Made> made = new ArrayList<>();
    private volatile CountDownLatch mayBegin = new CountDownLatch(0);
    private final OwnDataLead lead = new OwnDataLead(data(), this::make);

    private record Made(DataGroupLeadership lead, Consumer<DataGroupLeadership> broke) {
        void breaks() {
            broke.accept(lead);
        }
    }

    private OwnDataLead.Closable make(long term, Consumer<DataGroupLeadership> broke) {
        OwnDataLead.Closable next = new OwnDataLead.Closable() {
            @Override
            public long term() {
                return term;
            }

            @Override
            public CompletableFuture<Void> propose(byte[] header, byte[] data) {
                return new CompletableFuture<>();
            }

            @Override
            public void close() {
                closed.add(term);
            }
        };
        made.add(new Made(next, broke));
        return next;
    }

    /** Takes nothing but leads. */
    private ReplicatedData data() {
        return (ReplicatedData) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ReplicatedData.class}, (self, method, arguments) -> {
                    if (method.getName().equals("leads")) {
                        mayBegin.await();
                        told.add("leads in " + ((DataGroupLeadership) arguments[0]).term());
                    } else {
                        told.add("no more");
                    }
                    return null;
                });
    }

    /** {@code told} begins with the end of whatever was before. */
    private List<String> toldAfter(int first) {
        return told.subList(first, told.size());
    }

    @Test
    void aLeadThatIsReportedTwiceBeginsOnce() {
        assertThat(lead.begin(5, () -> false)).isTrue();
        int before = told.size();

        assertThat(lead.begin(5, () -> false)).isFalse();

        assertThat(toldAfter(before)).isEmpty();
    }

    @Test
    void theNextLeadEndsTheOneBefore() {
        lead.begin(5, () -> false);
        int before = told.size();

        lead.begin(7, () -> false);

        assertThat(toldAfter(before)).containsExactly("no more", "leads in 7");
    }

    @Test
    void aLeadThatEndsIsClosed() {
        lead.begin(5, () -> false);
        assertThat(closed).isEmpty();

        lead.end();
        assertThat(closed).containsExactly(5L);

        lead.begin(5, () -> false);
        lead.begin(7, () -> false);
        assertThat(closed).containsExactly(5L, 5L);
    }

    @Test
    void anEarlierLeadThatIsFoundBrokenLateDoesNotEndTheLaterOne() {
        lead.begin(5, () -> false);
        lead.begin(7, () -> false);
        int before = told.size();

        made.get(0).breaks();
        assertThat(toldAfter(before)).isEmpty();
        assertThat(lead.current().map(DataGroupLeadership::term)).contains(7L);

        made.get(1).breaks();
        assertThat(toldAfter(before)).containsExactly("no more");
        assertThat(lead.current()).isEmpty();
    }

    @Test
    void aLeadThatWasLostBeforeItBeganEnds() {
        lead.begin(5, () -> true);

        assertThat(lead.current()).isEmpty();
        assertThat(told.get(told.size() - 1)).isEqualTo("no more");
    }

    /** Else the group would take nothing and believe that it leads, until the next election. */
    @Test
    void anEndWhileALeadBeginsIsToldToTheDataLast() throws InterruptedException {
        mayBegin = new CountDownLatch(1);
        Thread applies = new Thread(() -> lead.begin(5, () -> false));
        applies.start();
        eventually("the lead begins", PATIENCE, () -> applies.getState() == Thread.State.WAITING, applies::getState);
        Thread loses = new Thread(lead::end);
        loses.start();
        eventually(
                "the end comes",
                PATIENCE,
                () -> loses.getState() == Thread.State.BLOCKED || loses.getState() == Thread.State.TERMINATED,
                loses::getState);

        mayBegin.countDown();
        applies.join();
        loses.join();

        assertThat(lead.current()).isEmpty();
        assertThat(told.get(told.size() - 1)).isEqualTo("no more");
    }
}
