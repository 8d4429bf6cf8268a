// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;

/**
 * The replicas of a group belong elsewhere, since an operator said so.
 *
 * @param partitions how many partitions it has
 * @param copies whether another node gets a replica; otherwise all nodes already have it
 */
record GroupMoved(PartitionReassigned reassigned, int partitions, boolean copies) implements DecisionOutcome {
    static final int KIND = 12;

    @Override
    public int kind() {
        return KIND;
    }

    @Override
    public void applyTo(ControllerState state) {
        reassigned.applyTo(state);
    }

    @Override
    public byte[] answer() {
        return FieldWriter.message(new MoveBegun(reassigned.group(), partitions, copies)::write);
    }

    @Override
    public StateChange change(long version) {
        return new StateChange(
                version, StateChange.Kind.REPLICAS, reassigned.group().toString());
    }

    @Override
    public void write(FieldWriter out) {
        out.nested(1, reassigned::write).number(2, partitions).flag(3, copies);
    }

    static GroupMoved read(FieldReader in) {
        PartitionReassigned reassigned = null;
        int partitions = 0;
        boolean copies = false;
        while (in.next()) {
            switch (in.field()) {
                case 1 -> reassigned = PartitionReassigned.read(in.nested());
                case 2 -> partitions = in.number(Integer.MAX_VALUE);
                case 3 -> copies = in.flag();
                default -> {}
            }
        }
        return new GroupMoved(RequiredFields.of(reassigned, "group that is moved"), partitions, copies);
    }
}
