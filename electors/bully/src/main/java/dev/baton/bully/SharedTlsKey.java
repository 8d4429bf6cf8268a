// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.internal.http.ClusterTls;
import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import java.nio.file.Path;

/**
 * One key pair that all nodes of a cluster share. A node talks only to nodes with exactly this key, so it need not
 * trust an authority or a host name.
 */
public final class SharedTlsKey {
    private final TlsIdentity identity;

    private SharedTlsKey(TlsIdentity identity) {
        this.identity = identity;
    }

    /**
     * Reads the only key of a PKCS#12 file.
     *
     * @throws IllegalArgumentException if there is not exactly one, or it cannot be read or has expired: no node would
     *     talk to one with such a key, and none would say why
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
