// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.internal.http.ClusterTls;
import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import java.nio.file.Path;

/**
 * One key pair that all nodes of a cluster share. A node talks only to who has that very key, so that neither an
 * authority nor a host name has to be believed.
 */
public final class SharedTlsKey {
    private final TlsIdentity identity;

    private SharedTlsKey(TlsIdentity identity) {
        this.identity = identity;
    }

    /**
     * Reads the only key of a PKCS#12 file.
     *
     * @throws IllegalArgumentException if there is not exactly one, it cannot be read, or it is out of date: nobody would
     *     talk to a node with such a key, and it would not say why
     */
    public static SharedTlsKey read(Path file, char[] password) {
        return new SharedTlsKey(TlsFiles.pkcs12(file, password).requireValid());
    }

    ClusterTls contexts() {
        return new ClusterTls(identity);
    }

    @Override
    public String toString() {
        return "key of " + identity;
    }
}
