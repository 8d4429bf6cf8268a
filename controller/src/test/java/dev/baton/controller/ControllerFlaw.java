// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

/** A mistake that a controller could make, and that its simulation must find. */
enum ControllerFlaw {
    NONE,
    /** Applying takes nodes from the configuration of its process. */
    APPLY_READS_OWN_NODES,
    /** Those who wait are answered by the next entry that is applied, by whichever leader it was decided. */
    WAITER_WITHOUT_TERM,
    /** A topic and its places are two entries. */
    TWO_ENTRIES_FOR_A_TOPIC,
    /** The number of the last group that was made is not in the snapshot. */
    NUMBERS_REUSED_AFTER_SNAPSHOT,
    /** The last epoch that a node was given is not in the snapshot. */
    NODE_EPOCHS_REUSED_AFTER_SNAPSHOT,
    /** A restore puts nodes back as they were saved, though they have registered again since. */
    RESTORE_PUTS_NODES_BACK,
    /** A restore puts groups back that are gone, under their old numbers. */
    RESTORE_PUTS_GROUPS_BACK,
    /** A retry is a new request. */
    RETRY_DONE_AGAIN,
    /** Replicas of a node that was not heard from are copied to others as soon as it is fenced. */
    FENCED_IS_LOST
}
