// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/** The state of a partition on one worker. */
public enum HostedState {
    /** The application is being called to start the partition. */
    STARTING,
    /** The application works on the partition. */
    RUNNING,
    /** The application is being called to stop the partition. */
    STOPPING,
    /** It failed, and is started again after a pause. */
    FAILED
}
