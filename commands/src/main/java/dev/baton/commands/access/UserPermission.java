// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

import dev.baton.commands.resp.Bytes;
import java.util.Objects;

/** What may be done with the keys and channels that begin with a prefix; the empty prefix means all. */
public record UserPermission(String prefix, Right right) {
    /** Reading is GET and SUBSCRIBE, writing is SET and PUBLISH; a command like INCR that does both is writing. */
    public enum Right {
        READ,
        WRITE,
        READ_AND_WRITE
    }

    public UserPermission {
        Objects.requireNonNull(prefix, "prefix");
        Objects.requireNonNull(right, "right");
    }

    public static UserPermission everything() {
        return new UserPermission("", Right.READ_AND_WRITE);
    }

    boolean covers(Bytes key, boolean write) {
        return right != (write ? Right.READ : Right.WRITE) && key.startsWith(Bytes.of(prefix));
    }
}
