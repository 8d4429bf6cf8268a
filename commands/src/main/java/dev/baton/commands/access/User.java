// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

import dev.baton.commands.resp.Bytes;
import dev.baton.internal.check.Validation;
import java.util.List;
import java.util.Objects;

/** A client that may log in, and the keys that are open to them: those of any grant. */
public record User(String name, PasswordHash password, List<UserPermission> grants) {
    private static final int MAX_NAME_LENGTH = 128;

    public User {
        Objects.requireNonNull(password, "password");
        grants = List.copyOf(grants);
        Validation.of("user")
                .require(
                        !name.isEmpty()
                                && name.length() <= MAX_NAME_LENGTH
                                && name.chars().allMatch(c -> c > ' ' && c <= '~'),
                        "name must have 1 to %s printable ASCII characters without spaces",
                        MAX_NAME_LENGTH)
                .check();
    }

    public boolean mayRead(Bytes key) {
        return may(key, false);
    }

    public boolean mayWrite(Bytes key) {
        return may(key, true);
    }

    private boolean may(Bytes key, boolean write) {
        for (UserPermission grant : grants) {
            if (grant.covers(key, write)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return "user " + name;
    }
}
