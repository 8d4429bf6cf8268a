// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

/** Why a poll failed. */
public enum PollError {
    /** No node fits the rule. */
    NO_NODE,
    /** The node could not be asked. */
    DISPATCH_ERROR,
    /** The node tried and failed. */
    EXECUTION_ERROR,
    /** The node went away while it had the job. */
    NODE_DOWN,
    /** It was handed out too often. */
    TOO_MANY_ATTEMPTS
}
