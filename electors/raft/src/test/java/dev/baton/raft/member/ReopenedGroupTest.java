// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import dev.baton.raft.group.DataGroupLeadership;
import dev.baton.raft.group.GroupHost;
import dev.baton.raft.group.ReplicatedData;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.ratis.protocol.RaftGroupId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ratis closes a group on a member that is told to lead and does not find itself among the voters it knows; it may have
 * lost sight of the latest ones. Nobody else would notice: the member lives, and answers for its other groups.
 */
@Timeout(300)
class ReopenedGroupTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final long GROUP = 1;

    @TempDir
    private Path folder;

    private final List<Memory> opened = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();

    /** Remembers what it was told. */
    private static final class Memory {
        private final List<String> applied = new CopyOnWriteArrayList<>();
        private volatile Optional<DataGroupLeadership> lead = Optional.empty();

        ReplicatedData data() {
            return (ReplicatedData) Proxy.newProxyInstance(
                    Memory.class.getClassLoader(), new Class<?>[] {ReplicatedData.class}, (self, method, arguments) -> {
                        switch (method.getName()) {
                            case "open", "recover" -> {
                                return Optional.empty();
                            }
                            case "write", "flush", "truncate" -> {
                                return CompletableFuture.completedFuture(null);
                            }
                            case "apply" -> applied.add(new String((byte[]) arguments[1], StandardCharsets.UTF_8));
                            case "leads" -> lead = Optional.of((DataGroupLeadership) arguments[0]);
                            case "leadsNoMore" -> lead = Optional.empty();
                            default -> {
                                // Nothing else is asked here.
                            }
                        }
                        return null;
                    });
        }
    }

    private ReplicatedData open(long group) {
        Memory memory = new Memory();
        opened.add(memory);
        return memory.data();
    }

    @Test
    void aGroupThatItsEngineClosedIsOpenedAgainWithWhatItHad() throws Exception {
        MemberAddress self = MemberAddress.of("a", "127.0.0.1", FreePorts.take());
        try (RaftMember member = RaftMember.start(
                MemberSettings.bootstrap(self, folder, List.of(self)),
                List.of(new RecordsPart()),
                this::open,
                (what, cause) -> faults.add(what))) {
            GroupHost host = member.host();
            eventually("the member is in its first group", PATIENCE, host::isReady, faults::toString);
            host.enter(GROUP, List.of(host.self()));
            lead(0).propose(text("before"), new byte[0]).get();

            closeDivision(member);
            lead(1).propose(text("after"), new byte[0]).get();

            assertThat(opened.get(1).applied).containsExactly("before", "after");
            assertThat(host.groups()).containsExactly(GROUP);
            assertThat(opened).hasSize(2);
            assertThat(faults).isEmpty();
            assertThat(member.ended()).isEmpty();
        }
    }

    @Test
    void aGroupWhoseFilesWereLeftHalfMadeIsEnteredAtTheNextTry() throws Exception {
        MemberAddress self = MemberAddress.of("a", "127.0.0.1", FreePorts.take());
        MemberSettings settings = MemberSettings.bootstrap(self, folder, List.of(self));
        try (RaftMember member =
                RaftMember.start(settings, List.of(new RecordsPart()), this::open, (what, cause) -> faults.add(what))) {
            GroupHost host = member.host();
            eventually("the member is in its first group", PATIENCE, host::isReady, faults::toString);
            UUID group = DataGroupIds.of(member.cluster().orElseThrow(), GROUP);
            Path begun = RatisSettings.storage(settings).resolve(group.toString());
            Files.createDirectories(begun.resolve("current"));

            assertThatThrownBy(() -> host.enter(GROUP, List.of(host.self()))).isInstanceOf(UnavailableException.class);
            assertThat(begun).doesNotExist();

            host.enter(GROUP, List.of(host.self()));
            lead(1).propose(text("first"), new byte[0]).get();
            assertThat(opened.get(1).applied).containsExactly("first");
            assertThat(faults).isEmpty();
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** As Ratis itself does. */
    private static void closeDivision(RaftMember member) throws ReflectiveOperationException, IOException {
        Field server = RaftMember.class.getDeclaredField("server");
        server.setAccessible(true);
        UUID group = DataGroupIds.of(member.cluster().orElseThrow(), GROUP);
        ((MemberServer) server.get(member))
                .ratis()
                .getDivision(RaftGroupId.valueOf(group))
                .close();
    }

    private DataGroupLeadership lead(int of) {
        List<DataGroupLeadership> found = new ArrayList<>();
        eventually(
                "it leads, opened for the " + of + "th time",
                PATIENCE,
                () -> {
                    Optional<DataGroupLeadership> now = opened.size() > of ? opened.get(of).lead : Optional.empty();
                    now.ifPresent(found::add);
                    return now.isPresent();
                },
                opened::size);
        return found.get(0);
    }
}
