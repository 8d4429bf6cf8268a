// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

/** A count that a client was told: by whom, under which epoch, and the monotonic times of question and answer. */
record Acknowledged(String node, long epoch, long value, long sentAt, long heardAt) {}
