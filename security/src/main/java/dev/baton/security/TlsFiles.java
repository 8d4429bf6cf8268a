// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * Reads keys and certificates. What goes wrong is an {@link IllegalArgumentException} that names the file, and nothing of
 * what is in it.
 */
public final class TlsFiles {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");
    private static final int MAX_BYTES = 256 * 1024;

    private TlsFiles() {}

    /** A key pair in PEM: the certificate, with those that vouch for it, and its key (PKCS#8, not encrypted). */
    public static TlsIdentity pem(Path certificate, Path key) {
        return new TlsIdentity(privateKey(key), certificates(certificate));
    }

    /** The only key of a PKCS#12 file. */
    public static TlsIdentity pkcs12(Path file, char[] password) {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(in, password);
            List<String> keys = new ArrayList<>();
            for (String alias : Collections.list(store.aliases())) {
                if (store.isKeyEntry(alias)) {
                    keys.add(alias);
                }
            }
            if (keys.size() != 1 || !(store.getKey(keys.get(0), password) instanceof PrivateKey key)) {
                throw problem(file, "must hold exactly one private key with its certificate");
            }
            return new TlsIdentity(key, x509(file, List.of(store.getCertificateChain(keys.get(0)))));
        } catch (IOException | GeneralSecurityException unreadable) {
            throw problem(file, "cannot be read with the given password");
        }
    }

    /** The certificates in a PEM file. */
    public static List<X509Certificate> certificates(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return x509(file, CertificateFactory.getInstance("X.509").generateCertificates(in));
        } catch (IOException | GeneralSecurityException unreadable) {
            throw problem(file, "cannot be read as certificates in PEM");
        }
    }

    /** For clients that trust what the certificates in a PEM file vouch for, and nothing else. */
    public static SSLContext trusting(Path file) {
        List<X509Certificate> trusted = certificates(file);
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust(trusted), null);
            return context;
        } catch (GeneralSecurityException | IOException broken) {
            throw problem(file, "cannot be used for TLS");
        }
    }

    /** Trusts these, and whom they vouch for. */
    public static TrustManager[] trust(List<X509Certificate> trusted) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (Certificate it : trusted) {
            store.setCertificateEntry("trusted-" + store.size(), it);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }

    private static List<X509Certificate> x509(Path file, Iterable<? extends Certificate> found) {
        List<X509Certificate> certificates = new ArrayList<>();
        for (Certificate it : found) {
            if (it instanceof X509Certificate certificate) {
                certificates.add(certificate);
            }
        }
        if (certificates.isEmpty()) {
            throw problem(file, "has no certificate");
        }
        return certificates;
    }

    private static PrivateKey privateKey(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            Matcher pem = KEY.matcher(new String(in.readNBytes(MAX_BYTES), StandardCharsets.US_ASCII));
            if (!pem.find()) {
                throw problem(file, "has no unencrypted PKCS#8 key (BEGIN PRIVATE KEY)");
            }
            byte[] bytes = decoded(file, pem.group(1));
            for (String algorithm : ALGORITHMS) {
                try {
                    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
                } catch (InvalidKeySpecException another) {
                    // Of another kind.
                }
            }
        } catch (IOException | GeneralSecurityException unreadable) {
            throw problem(file, "cannot be read");
        }
        throw problem(file, "has a key that is not one of " + ALGORITHMS);
    }

    private static byte[] decoded(Path file, String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException broken) {
            throw problem(file, "has a key that is not in base64");
        }
    }

    private static IllegalArgumentException problem(Path file, String what) {
        return new IllegalArgumentException(file + " " + what);
    }
}
