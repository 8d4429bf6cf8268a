// SPDX-License-Identifier: Apache-2.0
/**
 * The peer channel: a connection between nodes by which standbys learn at once that a leader gave its lease back, or
 * that its process is gone. ADR 34 says why that is safe, and where it is not.
 */
@NullMarked
package dev.baton.peer;

import org.jspecify.annotations.NullMarked;
