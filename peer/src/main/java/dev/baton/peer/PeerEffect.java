// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

/** What the rules of a watched peer want done. */
enum PeerEffect {
    /** Connect to its address; answered by exactly one of the inputs of {@link PeerRules}. */
    CONNECT,
    /** Close the connection that just answered. */
    DISCONNECT,
    /** Its process is proven to be gone. */
    GONE,
    /** Its process was reported as gone, but answers: the proof is withdrawn. */
    ANSWERS
}
