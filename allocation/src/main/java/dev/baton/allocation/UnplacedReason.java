// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/** Why a partition, or one of its replicas, has no node. */
public enum UnplacedReason {
    NO_NODE("no node takes partitions"),
    BANNED_EVERYWHERE("it is banned from every node that takes partitions"),
    PINNED_NODE_UNAVAILABLE("the node it is pinned to is absent, takes no partitions or is banned for it"),
    TOO_FEW_NODES("it wants more replicas than there are nodes for it"),
    TOO_FEW_ZONES("it wants more replicas than there are zones for it");

    private final String sentence;

    UnplacedReason(String sentence) {
        this.sentence = sentence;
    }

    public String sentence() {
        return sentence;
    }
}
