// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * One key pair that all nodes of a cluster share. A node talks only to who has that very key, so that neither an
 * authority nor a host name has to be believed.
 */
public final class TlsKey {
    private static final String PROTOCOL = "TLSv1.3";

    private final PrivateKey key;
    private final X509Certificate certificate;

    private TlsKey(PrivateKey key, X509Certificate certificate) {
        this.key = key;
        this.certificate = certificate;
    }

    /**
     * Reads the only key of a PKCS#12 file.
     *
     * @throws IllegalArgumentException if there is not exactly one, it cannot be read, or it is out of date
     */
    public static TlsKey read(Path file, char[] password) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            List<String> keys = new ArrayList<>();
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    keys.add(alias);
                }
            }
            if (keys.size() != 1
                    || !(store.getKey(keys.get(0), password) instanceof PrivateKey key)
                    || !(store.getCertificate(keys.get(0)) instanceof X509Certificate certificate)) {
                throw problem(file, "it must hold exactly one private key with its certificate");
            }
            requireValid(file, certificate);
            return new TlsKey(key, certificate);
        } catch (IOException | GeneralSecurityException unreadable) {
            throw problem(file, "it cannot be read with the given password");
        }
    }

    /** Nobody would talk to a node with such a key, and it would not say why. */
    private static void requireValid(Path file, X509Certificate certificate) {
        try {
            certificate.checkValidity();
        } catch (CertificateException outOfDate) {
            throw problem(
                    file,
                    "its certificate is valid from "
                            + certificate.getNotBefore().toInstant() + " until "
                            + certificate.getNotAfter().toInstant() + " only");
        }
    }

    private static IllegalArgumentException problem(Path file, String what) {
        return new IllegalArgumentException("key file " + file + ": " + what);
    }

    SslContext forServer() {
        return built(SslContextBuilder.forServer(key, certificate));
    }

    SslContext forClient() {
        return built(SslContextBuilder.forClient().trustManager(new OnlyThis(certificate)));
    }

    private static SslContext built(SslContextBuilder builder) {
        try {
            return builder.protocols(PROTOCOL).build();
        } catch (SSLException problem) {
            throw new IllegalArgumentException("the key cannot be used for TLS", problem);
        }
    }

    @Override
    public String toString() {
        return "key of " + certificate.getSubjectX500Principal();
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
