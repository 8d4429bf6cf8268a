// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

/**
 * When a refused connection proves that a process is gone. What matters is who else but the process's own kernel could
 * have refused it.
 */
public enum RefusalProof {
    /** Only from this very host and network namespace, where the refusal is our own kernel's word. */
    SAME_HOST,
    /**
     * Also over a network of which the operator says that nothing in it refuses or resets connections on behalf of a
     * live host, and that no address moves from one host to another while both run.
     */
    DIRECT_NETWORK,
    /** Never; only an answer by a later start of the same node counts. */
    NEVER;

    boolean accepts(Path path) {
        return switch (this) {
            case SAME_HOST -> path == Path.SAME_HOST;
            case DIRECT_NETWORK -> path != Path.INDIRECT;
            case NEVER -> false;
        };
    }
}
