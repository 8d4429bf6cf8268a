// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.apache.ratis.grpc.GrpcTlsConfig;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslProvider;

/**
 * Mutual TLS between the members of a group, and for its clients: each shows a certificate that the other trusts, and
 * whose names fit the address.
 *
 * @param identity what this process shows
 * @param trusted a peer with one of these certificates, or one signed by them, is accepted
 */
public record MemberTls(TlsIdentity identity, List<X509Certificate> trusted) {
    public MemberTls {
        trusted = List.copyOf(trusted);
        identity.requireValid();
    }

    /** @throws IllegalArgumentException if the key is that of another certificate */
    GrpcTlsConfig ratis() {
        try {
            return GrpcTlsConfig.newBuilder()
                    .setKeyManager(identity.keyManagers()[0])
                    .setTrustManager(TlsFiles.trust(trusted)[0])
                    .setMutualTls(true)
                    .setSslProvider(SslProvider.JDK)
                    .build();
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalArgumentException("the certificates that are trusted cannot be used", broken);
        }
    }
}
