// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

/**
 * Someone wants to be a member.
 *
 * @param nonce what the node at the given address must know of, or it did not ask
 */
public record JoinRequest(BullyMember member, StateId nonce) {}
