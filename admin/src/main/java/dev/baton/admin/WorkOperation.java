// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import org.jspecify.annotations.Nullable;

/** A change of the work of a cluster that a caller asks for. The coordinator does it. */
public sealed interface WorkOperation {
    /** The last part of its address. */
    String name();

    /** What it is about, as the audit log says it. */
    String subject();

    /** One about where partitions may be. */
    sealed interface Place extends WorkOperation {}

    private static String text(@Nullable Object value) {
        return value == null ? "nothing" : value.toString();
    }

    /** A new task list. */
    record CreateList(
            @FieldDoc(value = "as in billing/invoices", required = true) @Nullable
            String list,

            @FieldDoc(required = true) @Nullable Integer partitions,

            @FieldDoc("how much each partition counts when load is balanced; default: 1") @Nullable
            Integer weight)
            implements WorkOperation {
        @Override
        public String name() {
            return "create-list";
        }

        @Override
        public String subject() {
            return text(list) + " with " + text(partitions) + " partitions";
        }
    }

    /** Another number of partitions, or another weight. */
    record ChangeList(
            @FieldDoc(required = true) @Nullable String list,

            @FieldDoc("unchanged if absent") @Nullable Integer partitions,

            @FieldDoc("unchanged if absent") @Nullable Integer weight,

            @FieldDoc("whether partitions may be taken away: what is in them is not moved to others") @Nullable
            Boolean shrink)
            implements WorkOperation {
        @Override
        public String name() {
            return "change-list";
        }

        @Override
        public String subject() {
            return text(list)
                    + (partitions == null ? "" : " to " + partitions + " partitions")
                    + (weight == null ? "" : " to weight " + weight);
        }
    }

    /** Its partitions are released and not given out again. */
    record RetireList(
            @FieldDoc(value = "one task list, or all of a domain as in billing/*", required = true) @Nullable
            String list)
            implements WorkOperation {
        @Override
        public String name() {
            return "retire-list";
        }

        @Override
        public String subject() {
            return text(list);
        }
    }

    /** Drains a worker, or lets it take partitions again. */
    record Drain(
            @FieldDoc(required = true) @Nullable String worker,

            @FieldDoc("false ends it; default true") @Nullable
            Boolean draining)
            implements WorkOperation {
        @Override
        public String name() {
            return "drain";
        }

        @Override
        public String subject() {
            return text(worker) + (Boolean.FALSE.equals(draining) ? " no longer" : "");
        }
    }

    /** A partition goes to a worker, once; later rounds may move it on. */
    record MovePartition(
            @FieldDoc(value = "as in billing/invoices/3", required = true) @Nullable
            String partition,

            @FieldDoc(required = true) @Nullable String to)
            implements Place {
        @Override
        public String name() {
            return "move";
        }

        @Override
        public String subject() {
            return text(partition) + " to " + text(to);
        }
    }

    /** A partition belongs on one worker, or on none. */
    record Pin(
            @FieldDoc(value = "as in billing/invoices/3", required = true) @Nullable
            String partition,

            @FieldDoc(required = true) @Nullable String worker)
            implements Place {
        @Override
        public String name() {
            return "pin";
        }

        @Override
        public String subject() {
            return text(partition) + " to " + text(worker);
        }
    }

    /** A partition may be on any worker again. */
    record Unpin(
            @FieldDoc(value = "as in billing/invoices/3", required = true) @Nullable
            String partition) implements Place {
        @Override
        public String name() {
            return "unpin";
        }

        @Override
        public String subject() {
            return text(partition);
        }
    }

    /** A partition, or a whole task list, must not be on a worker, whether that is there or not. */
    record Ban(
            @FieldDoc("as in billing/invoices/3; this or list") @Nullable
            String partition,

            @FieldDoc("all of its partitions") @Nullable String list,
            @FieldDoc(required = true) @Nullable String worker)
            implements Place {
        @Override
        public String name() {
            return "ban";
        }

        @Override
        public String subject() {
            return text(partition == null ? list : partition) + " from " + text(worker);
        }
    }

    /** It may be on that worker again. */
    record Unban(
            @FieldDoc("as in billing/invoices/3; this or list") @Nullable
            String partition,

            @FieldDoc("a task list that is banned as a whole") @Nullable
            String list,

            @FieldDoc(required = true) @Nullable String worker)
            implements Place {
        @Override
        public String name() {
            return "unban";
        }

        @Override
        public String subject() {
            return text(partition == null ? list : partition) + " from " + text(worker);
        }
    }
}
