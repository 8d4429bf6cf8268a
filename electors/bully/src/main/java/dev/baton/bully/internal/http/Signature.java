// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import java.util.Optional;

/**
 * How a node shows in a request that it knows the password, without telling it. What is signed is the whole request, the
 * process that it is for, and something random; the answer is signed together with the request that it answers. So what
 * was captured is of use to nobody: not with another content, not at another node, not at the same node after a restart,
 * and not as the answer to another request.
 *
 * @param receiver the process that the request is for
 * @param nonce something random, which makes every request another one
 */
record Signature(String receiver, String nonce, String proof) {
    /** Of a process that was not heard from yet. It refuses, and says in its signed answer who it is. */
    static final String UNKNOWN = "0";

    private static final String SCHEME = "Baton ";
    private static final int PARTS = 3;

    /** What is signed of a request beside its receiver. */
    record Request(String method, String path, String body) {
        private String toBeSigned(String receiver, String nonce) {
            return String.join("\n", "request", method, path, receiver, nonce, body);
        }
    }

    static Signature of(Request request, String receiver, String nonce, ClusterSecret secret) {
        return new Signature(receiver, nonce, secret.proof(request.toBeSigned(receiver, nonce)));
    }

    /** The value of the {@code Authorization} header. */
    String header() {
        return SCHEME + String.join(".", receiver, nonce, proof);
    }

    /** Reads an {@code Authorization} header; empty if it is something else. */
    static Optional<Signature> parse(String header) {
        String[] parts =
                header.startsWith(SCHEME) ? header.substring(SCHEME.length()).split("\\.", -1) : new String[0];
        return parts.length == PARTS ? Optional.of(new Signature(parts[0], parts[1], parts[2])) : Optional.empty();
    }

    boolean isOf(Request request, ClusterSecret secret) {
        return secret.isProof(proof, request.toBeSigned(receiver, nonce));
    }

    /** What is sent with the answer to the request that has this signature. */
    String answer(String process, int status, String body, ClusterSecret secret) {
        return secret.proof(answerToBeSigned(process, status, body));
    }

    boolean isAnswer(HttpCaller.Response response, ClusterSecret secret) {
        return secret.isProof(
                response.proof(), answerToBeSigned(response.process(), response.status(), response.body()));
    }

    private String answerToBeSigned(String process, int status, String body) {
        return String.join("\n", "answer", proof, process, String.valueOf(status), body);
    }
}
