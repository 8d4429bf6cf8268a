// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

/** What a caller may do; each role may do what those before it may. */
public enum Role {
    READ,
    OPERATE;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }
}
