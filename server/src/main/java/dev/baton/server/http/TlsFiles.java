// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.config.Secret;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where the key of the admin API is: a pair of PEM files, or one PKCS#12 file.
 *
 * @param trust PEM file with the CA of the other nodes, if the JDK does not know it
 */
public record TlsFiles(
        Optional<Path> certificate,
        Optional<Path> key,
        Optional<Path> keystore,
        Optional<Supplier<Secret>> password,
        Optional<Path> trust) {

    /** Whether this node serves by TLS; it may trust others' certificates without having one. */
    boolean isServed() {
        return certificate.isPresent() || keystore.isPresent();
    }
}
