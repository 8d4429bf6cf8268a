// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A private key, and its owner's certificate with the chain that signed it. Shows nothing of the key.
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
        return serverContext(List.of());
    }

    /**
     * For a server that shows this certificate, and may ask its clients for theirs.
     *
     * @param clients who shows one of these, or one that they have signed, is trusted
     */
    public SSLContext serverContext(List<X509Certificate> clients) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(), clients.isEmpty() ? null : TlsFiles.trust(clients), null);
            return context;
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalArgumentException("no TLS with the certificate of " + this, broken);
        }
    }

    /**
     * For a side of a connection that shows this certificate.
     *
     * @throws IllegalArgumentException if the key is that of another certificate
     */
    public KeyManager[] keyManagers() {
        char[] inMemory = {};
        try {
            if (!fits()) {
                throw new GeneralSecurityException("the certificate is that of another key");
            }
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("own", key, inMemory, chain.toArray(Certificate[]::new));
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store, inMemory);
            return keys.getKeyManagers();
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalArgumentException("the key of " + this + " does not fit its certificate", broken);
        }
    }

    /** Whether what the key signs is verified by the certificate: files that are replaced one by one may not fit. */
    private boolean fits() throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
        byte[] any = certificate().getEncoded();
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(key);
        signer.update(any);
        byte[] signed = signer.sign();
        try {
            Signature verifier = Signature.getInstance(algorithm);
            verifier.initVerify(certificate());
            verifier.update(any);
            return verifier.verify(signed);
        } catch (InvalidKeyException | SignatureException ofAnotherKind) {
            return false;
        }
    }

    @Override
    public String toString() {
        return certificate().getSubjectX500Principal().toString();
    }
}
