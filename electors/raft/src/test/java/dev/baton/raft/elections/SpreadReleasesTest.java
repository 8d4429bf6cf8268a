// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.RaftMember;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lease that is given back is free on every member's copy at once, not only with the leader's next heartbeat. */
class SpreadReleasesTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** The leader is silent for this long after an entry, if it has nothing else to say. */
    private static final Duration HEARTBEAT = Duration.ofMillis(500);

    private static final int RELEASES = 10;

    @TempDir
    Path folder;

    private final List<RaftMember> members = new ArrayList<>();
    private final List<ElectionsPart> copies = new ArrayList<>();

    @AfterEach
    void close() {
        members.forEach(RaftMember::close);
    }

    private void start() {
        List<MemberAddress> all = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            all.add(MemberAddress.of("m" + i, "127.0.0.1", FreePorts.take()));
        }
        for (MemberAddress self : all) {
            ElectionsPart copy = new ElectionsPart(System::nanoTime);
            copies.add(copy);
            members.add(RaftMember.start(
                    MemberSettings.bootstrap(self, folder.resolve(self.node().value()), all),
                    List.of(copy),
                    (what, cause) -> {}));
        }
    }

    @Test
    void theOthersHearOfAReleaseBeforeTheNextHeartbeat() {
        start();
        List<Duration> times = new ArrayList<>();
        for (int token = 1; token <= RELEASES; token++) {
            call(Calls.request(List.of(Rows.acquire("a", token))));
            // One after the other: an entry tells of the one before it.
            eventually("granted everywhere", PATIENCE, () -> copies.stream().noneMatch(this::isFree), this::rows);

            call(Calls.request(List.of(Rows.release(token))));
            long released = System.nanoTime();
            eventually("free everywhere", PATIENCE, () -> copies.stream().allMatch(this::isFree), this::rows);
            times.add(Duration.ofNanos(System.nanoTime() - released));
        }

        // One that a busy machine did not delay is enough: without being told, none of them is sooner than the
        // heartbeat.
        assertThat(times).anySatisfy(it -> assertThat(it).isLessThan(HEARTBEAT.dividedBy(2)));
    }

    /** A leader may be lost meanwhile: asked again, nothing is done twice. */
    private void call(byte[] request) {
        eventually("an answer", PATIENCE, () -> isAnswered(request), this::rows);
    }

    private boolean isAnswered(byte[] request) {
        try {
            byte[] reply = members.get(0)
                    .client()
                    .call(ElectionsPart.NAME, request, PATIENCE)
                    .join();
            return Calls.replies(reply, 1).size() == 1;
        } catch (CompletionException lost) {
            return false;
        }
    }

    private boolean isFree(ElectionsPart copy) {
        ElectionRow row = copy.row(Rows.ORDERS);
        return row == null || row.released();
    }

    private List<String> rows() {
        return copies.stream().map(it -> String.valueOf(it.row(Rows.ORDERS))).toList();
    }
}
