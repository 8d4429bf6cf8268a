// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;

/** Who owns which partition, in few bytes, and only what has changed since the cursor that was given. */
public record WorkMap(
        @FieldDoc("for since=") String cursor,

        @FieldDoc("whether this is everything; otherwise it is what has changed")
        boolean complete,

        @FieldDoc("a number in owners is a place in this list; who has left may still be in it")
        List<String> workers,

        @FieldDoc("the names of all task lists that are not retired")
        List<String> names,

        List<Owners> lists) {
    /** The partitions of one task list. */
    public record Owners(
            String list,

            @FieldDoc("by partition: a place in workers, or -1 if none has it")
            List<Integer> owners,

            @FieldDoc("what is being released: pairs of a partition and a place in workers that it goes to, or -1")
            List<List<Integer>> moving) {}
}
