// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

/** A member with a list of texts, in a process of its own. */
final class RecordsNode {
    private RecordsNode() {}

    public static void main(String[] args) throws Exception {
        RecordsPart part = new RecordsPart();
        GroupNode.run(args, part, part::records, member -> () -> {});
    }
}
