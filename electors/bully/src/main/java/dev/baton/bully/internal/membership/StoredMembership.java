// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.Epoch;

/**
 * What a member reports as stored.
 *
 * @param stamp of the membership that it has stored now
 * @param settled whether nothing that it promised under an older one still holds
 * @param highest the highest epoch of any election that it has promised
 * @param promised the highest epoch that it has promised for the membership's own election
 */
public record StoredMembership(MembershipVersion stamp, boolean settled, Epoch highest, Epoch promised) {}
