// SPDX-License-Identifier: Apache-2.0
/** Whole clusters of workers and coordinators in virtual time, with faults in the middle of hand-overs. */
package dev.baton.work.simulation;
