// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.bully.internal.http.ClusterSecret;
import dev.baton.internal.check.Validation;

/** The user and password that all nodes of a cluster share. Never shown. */
public final class Credentials {
    private static final int MIN_LENGTH = 4;
    private static final int MAX_LENGTH = 256;

    private final ClusterSecret secret;

    public Credentials(String user, String password) {
        Validation.of("bully")
                .between("length of user", user.length(), MIN_LENGTH, MAX_LENGTH)
                .between("length of pass", password.length(), MIN_LENGTH, MAX_LENGTH)
                .require(user.indexOf(':') < 0, "user must not contain a colon")
                .check();
        this.secret = new ClusterSecret(user, password);
    }

    ClusterSecret secret() {
        return secret;
    }

    @Override
    public String toString() {
        return "credentials (not shown)";
    }
}
