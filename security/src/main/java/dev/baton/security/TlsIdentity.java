// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A private key, and the certificate of its owner with those that vouch for it. Shows nothing of the key.
 *
 * @param chain the owner's first
 */
public record TlsIdentity(PrivateKey key, List<X509Certificate> chain) {
    public TlsIdentity {
        chain = List.copyOf(chain);
    }

    public X509Certificate certificate() {
        return chain.get(0);
    }

    /** @throws IllegalArgumentException if the certificate is out of date, or not valid yet */
    public TlsIdentity requireValid() {
        try {
            certificate().checkValidity();
            return this;
        } catch (CertificateException outOfDate) {
            throw new IllegalArgumentException("the certificate of " + this + " is valid from "
                    + certificate().getNotBefore().toInstant() + " until "
                    + certificate().getNotAfter().toInstant() + " only");
        }
    }

    /** For a server that shows this certificate. */
    public SSLContext serverContext() {
        char[] inMemory = {};
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("server", key, inMemory, chain.toArray(Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, inMemory);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalArgumentException("the key of " + this + " does not fit its certificate", broken);
        }
    }

    @Override
    public String toString() {
        return certificate().getSubjectX500Principal().toString();
    }
}
