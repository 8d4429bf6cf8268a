// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.access.User;
import dev.baton.commands.access.Verdict;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Who a client is, and how often it was wrong about that. Confined to the server's thread. */
final class Login {
    private static final int MAX_FAILURES = 3;

    private final ServerState state;
    private @Nullable User user;
    private int failures;

    Login(ServerState state) {
        this.state = state;
    }

    /** May it do more than log in? */
    boolean isAdmitted() {
        return user != null || state.settings().anonymous();
    }

    boolean mayRead(Bytes key) {
        User known = user;
        return known == null ? isAdmitted() : known.mayRead(key);
    }

    boolean mayWrite(Bytes key) {
        User known = user;
        return known == null ? isAdmitted() : known.mayWrite(key);
    }

    void forget() {
        user = null;
    }

    /** Nothing if this address may try, otherwise the answer. */
    @Nullable
    Reply refusal(String address) {
        return state.failedLogins().attempt(address).isPresent()
                ? null
                : failed("WRONGPASS too many failed logins from this address; try again later");
    }

    /** Nothing if it is in now, otherwise the answer. */
    @Nullable
    Reply settle(Verdict verdict, String address) {
        if (verdict instanceof Verdict.Right right) {
            failures = 0;
            user = right.user();
            return null;
        }
        if (verdict instanceof Verdict.Wrong) {
            state.failedLogins().failed(address, Duration.ZERO);
            return failed("WRONGPASS invalid username-password pair or user is disabled.");
        }
        return Reply.failure("ERR too many logins at once; try again later");
    }

    private Reply failed(String reply) {
        user = null;
        failures++;
        state.counters().failedLogins++;
        return Reply.failure(reply);
    }

    /** Has it been wrong so often that it is disconnected? */
    boolean isHopeless() {
        return failures >= MAX_FAILURES;
    }
}
