// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import dev.baton.testkit.lab.TestKeys;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemberTlsTest {
    @Test
    void oneKeyPairProtectsAGroupAndWhoeverHasNoneIsNotAnswered(@TempDir Path folder) throws Exception {
        MemberTls tls = MemberKeys.make(folder, "ours", List.of("127.0.0.1"));
        MemberTls foreign = MemberKeys.make(folder, "foreign", List.of("127.0.0.1"));
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

            assertThat(whyRefused(addresses.get(0), new MemberTls(foreign.identity(), tls.trusted())))
                    .hasValueSatisfying(why -> assertThat(why).contains("certificate"));
            assertThat(whyRefused(addresses.get(0), foreign))
                    .hasValueSatisfying(why -> assertThat(why).contains("PKIX"));
            assertThat(whyRefused(addresses.get(0), tls)).isEmpty();
        }
    }

    private static Optional<String> whyRefused(String address, MemberTls tls) {
        try (PeerCalls calls = new PeerCalls(Optional.of(tls))) {
            return PeerCalls.refusedByTls(calls.status(address, MemberRequest.ANY, Duration.ofSeconds(10))
                    .handle((status, problem) -> problem)
                    .join());
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

    /** Of one authority, which all trust. */
    private static MemberTls signed(TestKeys authority, TestKeys keys) {
        return new MemberTls(identity(keys), TlsFiles.certificates(authority.certificate()));
    }

    private static TlsIdentity identity(TestKeys keys) {
        return TlsFiles.pem(keys.certificate(), keys.key());
    }

    @Test
    void aMemberWhoseCertificateNamesAnotherAddressIsNotTalkedTo(@TempDir Path folder) {
        TestKeys authority = TestKeys.make(folder, "authority", "dns:authority");
        MemberTls elsewhere = signed(authority, authority.signing("elsewhere", "ip:10.9.9.9", "-0d", 30));
        MemberTls right = signed(authority, authority.signing("right", "ip:127.0.0.1", "-0d", 30));
        try (MemberLab lab = new MemberLab(folder, 1, each -> each.withTls(elsewhere)).startAll()) {
            List<String> addresses = List.of(lab.addresses().get(0).authority());
            refused(addresses, Optional.of(right));

            try (PeerCalls calls = new PeerCalls(Optional.of(right))) {
                assertThatThrownBy(() -> calls.status(addresses.get(0), MemberRequest.ANY, Duration.ofSeconds(10))
                                .join())
                        .hasCauseInstanceOf(PeerCalls.NotSentException.class)
                        .hasStackTraceContaining("127.0.0.1 found");
            }
        }
    }

    @Test
    void aCertificateThatIsOutOfDateIsRefusedByItsOwnMemberAndByOthers(@TempDir Path folder) throws Exception {
        TestKeys authority = TestKeys.make(folder, "authority", "dns:authority");
        MemberTls right = signed(authority, authority.signing("right", "ip:127.0.0.1", "-0d", 30));
        TestKeys expired = authority.signing("expired", "ip:127.0.0.1", "-10d", 5);

        assertThatThrownBy(() -> signed(authority, expired))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("CN=expired")
                .hasMessageContaining("is valid from");
        try (MemberLab lab = new MemberLab(folder, 1, each -> each.withTls(right)).startAll()) {
            MemberAddress member = lab.addresses().get(0);
            assertThat(firstByte(member, right.identity(), right.trusted())).isNotNegative();
            assertThatThrownBy(() -> firstByte(member, identity(expired), right.trusted()))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("certificate");
        }
    }

    /** What a member sends first to one that shows this certificate: its settings. */
    private static int firstByte(MemberAddress member, TlsIdentity identity, List<X509Certificate> trusted)
            throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(identity.keyManagers(), TlsFiles.trust(trusted), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(member.host(), member.port())) {
            socket.setSoTimeout(30_000);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"h2"});
            socket.setSSLParameters(parameters);
            return socket.getInputStream().read();
        }
    }

    @Test
    void aKeyOfAnotherCertificateIsRefused(@TempDir Path folder) {
        TlsIdentity one = identity(TestKeys.make(folder, "one", "ip:127.0.0.1"));
        TlsIdentity other = identity(TestKeys.make(folder, "other", "ip:127.0.0.1"));
        MemberTls mixed = new MemberTls(new TlsIdentity(one.key(), other.chain()), other.chain());

        assertThatThrownBy(mixed::ratis)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not fit its certificate");
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
