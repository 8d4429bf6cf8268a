// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.simulation;

/** A way to get it wrong that the simulation has to notice. */
enum Mutant {
    NONE,
    /** The coordinator takes a partition away when it was not released for long, without proof that its owner stopped. */
    FORCE_AFTER_A_TIMEOUT,
    /** A worker acts on what it remembers to own, whatever time has passed. */
    OWNER_REMEMBERED_ACROSS_A_PAUSE,
    /** The store takes the writes of a coordinator after another has come in. */
    DEPOSED_COORDINATOR_WRITES,
    /** A partition that is no longer wanted is retired while a worker has it. */
    SHRINK_DROPS_SILENTLY,
    /** A worker says that it has released what it still works on. */
    RELEASED_BEFORE_IT_STOPPED,
    /** The coordinator takes an owner for dead that it has only not heard of. */
    SILENCE_IS_DEATH,
    /** What is given out anew begins with the token 1, whatever was given before. */
    TOKENS_START_AGAIN,
    /** The coordinator leaves most of what has no owner for later. */
    WHAT_IS_FREE_WAITS
}
