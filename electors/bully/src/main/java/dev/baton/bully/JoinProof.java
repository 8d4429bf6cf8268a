// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * How the leader of the membership finds out who is at an address, without telling it the password: it shows that it
 * knows the password, and whoever asked to join shows the same. What stands there otherwise learns nothing of use, and
 * what it answers goes nowhere.
 */
final class JoinProof {
    private JoinProof() {}

    /** What the leader sends: the nonce of the request to join, something random, and that it knows the password. */
    static String challenge(Credentials credentials, StateId nonce, StateId random) {
        String said = nonce + "." + random;
        return said + "." + credentials.proof("ask " + said);
    }

    /** The answer of a node; nothing if the challenge is not from somebody who knows the password, or it did not ask. */
    static CompletableFuture<Optional<String>> answer(Credentials credentials, BullyElector node, String challenge) {
        String[] parts = challenge.split("\\.", -1);
        CompletableFuture<Optional<String>> nothing = CompletableFuture.completedFuture(Optional.empty());
        if (parts.length != 3) {
            return nothing;
        }
        String said = parts[0] + "." + parts[1];
        if (!credentials.isProof(parts[2], "ask " + said)) {
            return nothing;
        }
        StateId nonce;
        try {
            nonce = StateId.parse(parts[0]);
        } catch (IllegalArgumentException malformed) {
            return nothing;
        }
        return node.confirms(nonce)
                .thenApply(confirmed -> confirmed
                        ? Optional.of(StrictJsonObject.write(
                                StrictJsonObject.object().put("proof", credentials.proof(answerTo(said)))))
                        : Optional.empty());
    }

    private static String answerTo(String said) {
        return "answer " + said;
    }

    static boolean isAnswer(Credentials credentials, StateId nonce, StateId random, String answer) {
        try {
            return credentials.isProof(StrictJsonObject.parse(answer).text("proof"), answerTo(nonce + "." + random));
        } catch (IllegalArgumentException somethingElse) {
            return false;
        }
    }
}
