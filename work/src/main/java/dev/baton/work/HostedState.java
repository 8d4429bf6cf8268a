// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/** Where a partition is in the life it has on one worker. */
public enum HostedState {
    /** The application is being told that it has the partition. */
    STARTING,
    /** The application has it. */
    RUNNING,
    /** The application is being told to stop. */
    STOPPING,
    /** It failed, and is started again after a pause. */
    FAILED
}
