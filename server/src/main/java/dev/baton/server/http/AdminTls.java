// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.UnavailableException;
import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import dev.baton.server.config.Secret;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Where the key of the admin API is: a pair of PEM files, or one PKCS#12 file.
 *
 * @param trust PEM file with the CA of the other nodes, if the JDK does not know it
 */
public record AdminTls(
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<Path> keystore,
        Optional<Supplier<Secret>> password,
        Optional<Path> trust) {

    /** Whether this node serves by TLS; it may trust others' certificates without having one. */
    boolean isServed() {
        return certificate.isPresent() || keystore.isPresent();
    }

    /**
     * Reads the files as a start would.
     *
     * @throws UnavailableException naming the one that cannot be used
     */
    public void check() {
        if (isServed()) {
            server();
        }
        client();
    }

    /** The certificate that callers are shown; empty if there is none, or if it cannot be read. */
    public Optional<TlsIdentity> shown() {
        try {
            return isServed() ? Optional.of(identity()) : Optional.empty();
        } catch (IllegalArgumentException toldElsewhere) {
            return Optional.empty();
        }
    }

    /** By which the admin API is served. */
    SSLContext server() {
        return used(() -> identity().serverContext());
    }

    private TlsIdentity identity() {
        return keystore.map(file -> TlsFiles.pkcs12(
                        file,
                        password.map(Supplier::get)
                                .map(Secret::reveal)
                                .orElse("")
                                .toCharArray()))
                .orElseGet(() -> TlsFiles.pem(certificate.orElseThrow(), key.orElseThrow()));
    }

    /** By which other nodes are trusted; empty if the JDK's own trust is what counts. */
    public Optional<SSLContext> client() {
        return trust.map(file -> used(() -> TlsFiles.trusting(file)));
    }

    private static SSLContext used(Supplier<SSLContext> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException broken) {
            throw new UnavailableException("admin.tls cannot be used: " + broken.getMessage());
        }
    }
}
