// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberTlsTest {
    @Test
    void oneKeyPairProtectsAGroupAndWhoeverHasNoneIsNotAnswered(@TempDir Path folder) throws Exception {
        MemberTls tls = TestKeys.make(folder, "ours", List.of("127.0.0.1"));
        MemberTls foreign = TestKeys.make(folder, "foreign", List.of("127.0.0.1"));
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withTls(tls)).startAll()) {
            lab.awaitLeader();
            List<String> addresses =
                    lab.addresses().stream().map(MemberAddress::authority).toList();

            assertThat(lab.add("node1", "a")).isEqualTo("1");
            assertThat(lab.size("node2")).isEqualTo("1");
            try (RemoteGroup trusted = RemoteGroup.at(addresses, Optional.of(tls))) {
                assertThat(RecordsCalls.add(trusted, "b")).isEqualTo("2");
            }
            refused(addresses, Optional.empty());
            refused(addresses, Optional.of(foreign));
            refused(addresses, Optional.of(new MemberTls(foreign.identity(), tls.trusted())));
            assertThat(lab.size("node3")).isEqualTo("2");
        }
    }

    private static void refused(List<String> addresses, Optional<MemberTls> tls) {
        try (RemoteGroup stranger = RemoteGroup.at(addresses, tls)) {
            assertThat(stranger.call(RecordsPart.NAME, RecordsPart.bytes("add:no"), Duration.ofSeconds(1))
                            .handle((answer, why) -> why)
                            .join())
                    .isInstanceOf(UnavailableException.class);
        }
    }

    @Test
    void nothingListensBeyondLoopbackWithoutIt(@TempDir Path folder) {
        MemberAddress open = MemberAddress.of("node1", "0.0.0.0", 12345);

        assertThatThrownBy(() -> RaftMember.start(
                        MemberSettings.bootstrap(open, folder, List.of(open)),
                        List.of(new RecordsPart()),
                        (what, cause) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("without TLS");
    }
}
