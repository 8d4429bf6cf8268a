// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.core.UnavailableException;
import dev.baton.server.config.Secret;
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
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Makes keys and trust of files. What goes wrong names the file, and nothing of what is in it. */
public final class Tls {
    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "Ed25519");
    private static final int LARGEST = 256 * 1024;

    private Tls() {}

    /**
     * Reads the files as a start would.
     *
     * @throws UnavailableException naming the one that cannot be used
     */
    public static void check(TlsFiles files) {
        server(files);
        client(files);
    }

    /** By which the admin API is served. */
    static SSLContext server(TlsFiles files) {
        try {
            char[] password = files.password()
                    .map(it -> it.get())
                    .map(Secret::reveal)
                    .orElse("")
                    .toCharArray();
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(keyStore(files, password), password);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException | IOException broken) {
            throw unusable(broken);
        }
    }

    private static KeyStore keyStore(TlsFiles files, char[] password) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        Optional<Path> file = files.keystore();
        if (file.isPresent()) {
            try (InputStream in = Files.newInputStream(file.get())) {
                store.load(in, password);
            }
        } else {
            store.load(null, null);
            Certificate[] chain =
                    certificates(files.certificate().orElseThrow()).toArray(Certificate[]::new);
            store.setKeyEntry("admin", privateKey(files.key().orElseThrow()), password, chain);
        }
        return store;
    }

    private static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
        Matcher pem = KEY.matcher(new String(read(file), StandardCharsets.US_ASCII));
        if (!pem.find()) {
            throw new GeneralSecurityException(file + " has no unencrypted PKCS#8 key (BEGIN PRIVATE KEY)");
        }
        byte[] bytes = Base64.getMimeDecoder().decode(pem.group(1));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(bytes));
            } catch (InvalidKeySpecException another) {
                // Of another kind.
            }
        }
        throw new GeneralSecurityException(file + " has a key that is none of " + ALGORITHMS);
    }

    private static List<Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            List<Certificate> found =
                    new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (found.isEmpty()) {
                throw new GeneralSecurityException(file + " has no certificate");
            }
            return found;
        }
    }

    private static byte[] read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(LARGEST);
        }
    }

    /** By which other nodes are trusted; empty if the JDK's own trust is what counts. */
    public static Optional<SSLContext> client(TlsFiles files) {
        if (files.trust().isEmpty()) {
            return Optional.empty();
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (Certificate it : certificates(files.trust().get())) {
                store.setCertificateEntry("trusted-" + store.size(), it);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return Optional.of(context);
        } catch (GeneralSecurityException | IOException broken) {
            throw unusable(broken);
        }
    }

    private static UnavailableException unusable(Exception broken) {
        return new UnavailableException("admin.tls cannot be used: " + broken.getMessage());
    }
}
