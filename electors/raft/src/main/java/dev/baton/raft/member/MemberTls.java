// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.security.TlsIdentity;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
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

    GrpcTlsConfig ratis() {
        char[] inMemory = {};
        try {
            KeyStore own = KeyStore.getInstance("PKCS12");
            own.load(null, null);
            own.setKeyEntry("member", identity.key(), inMemory, identity.chain().toArray(Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(own, inMemory);
            KeyStore others = KeyStore.getInstance("PKCS12");
            others.load(null, null);
            for (X509Certificate each : trusted) {
                others.setCertificateEntry("trusted-" + others.size(), each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(others);
            return GrpcTlsConfig.newBuilder()
                    .setKeyManager(keys.getKeyManagers()[0])
                    .setTrustManager(trust.getTrustManagers()[0])
                    .setMutualTls(true)
                    .setSslProvider(SslProvider.JDK)
                    .build();
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalArgumentException("the key of " + identity + " does not fit its certificate", broken);
        }
    }
}
