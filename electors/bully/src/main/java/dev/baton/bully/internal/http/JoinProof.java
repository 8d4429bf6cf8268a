// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.bully.internal.json.StrictJsonObject;
import dev.baton.bully.internal.membership.StateId;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * How the leader of the membership finds out who is at an address, without telling it the password: it shows that it
 * knows the password, and the node that asked to join proves the same. What stands there otherwise learns nothing of use, and
 * what it answers goes nowhere.
 */
final class JoinProof {
    private JoinProof() {}

    /** What the leader sends: the nonce of the request to join, something random, and that it knows the password. */
    static String challenge(ClusterSecret secret, StateId nonce, StateId random) {
        String said = nonce + "." + random;
        return said + "." + secret.proof("ask " + said);
    }

    /** The answer of a node; nothing if the challenge is not from someone who knows the password, or it did not ask. */
    static CompletableFuture<Optional<String>> answer(ClusterSecret secret, ServedNode node, String challenge) {
        String[] parts = challenge.split("\\.", -1);
        CompletableFuture<Optional<String>> nothing = CompletableFuture.completedFuture(Optional.empty());
        if (parts.length != 3) {
            return nothing;
        }
        String said = parts[0] + "." + parts[1];
        if (!secret.isProof(parts[2], "ask " + said)) {
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
                                StrictJsonObject.object().put("proof", secret.proof(answerTo(said)))))
                        : Optional.empty());
    }

    private static String answerTo(String said) {
        return "answer " + said;
    }

    static boolean isAnswer(ClusterSecret secret, StateId nonce, StateId random, String answer) {
        try {
            return secret.isProof(StrictJsonObject.parse(answer).text("proof"), answerTo(nonce + "." + random));
        } catch (IllegalArgumentException somethingElse) {
            return false;
        }
    }
}
