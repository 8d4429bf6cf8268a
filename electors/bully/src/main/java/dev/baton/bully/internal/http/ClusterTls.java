// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.security.TlsIdentity;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;

/** Connections on which both ends have one key pair, that of the cluster: a node talks to nobody else. */
public final class ClusterTls {
    private static final String PROTOCOL = "TLSv1.3";

    private final TlsIdentity identity;

    public ClusterTls(TlsIdentity identity) {
        this.identity = identity;
    }

    SslContext forServer() {
        return built(SslContextBuilder.forServer(identity.key(), identity.certificate()));
    }

    SslContext forClient() {
        return built(SslContextBuilder.forClient().trustManager(new OnlyThis(identity.certificate())));
    }

    private static SslContext built(SslContextBuilder builder) {
        try {
            return builder.protocols(PROTOCOL).build();
        } catch (SSLException problem) {
            throw new IllegalArgumentException("the key cannot be used for TLS", problem);
        }
    }

    /** Trusts one certificate, as long as it is valid. */
    private static final class OnlyThis extends X509ExtendedTrustManager {
        private final X509Certificate certificate;

        OnlyThis(X509Certificate certificate) {
            this.certificate = certificate;
        }

        private void check(X509Certificate[] chain) throws CertificateException {
            if (chain.length == 0 || !Arrays.equals(chain[0].getEncoded(), certificate.getEncoded())) {
                throw new CertificateException("not the certificate of this cluster");
            }
            chain[0].checkValidity();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            check(chain);
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
            check(chain);
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[] {certificate};
        }
    }
}
