// SPDX-License-Identifier: Apache-2.0
/** Workers on this machine that share partitions, and what happens to them when one is killed, paused or drained. */
@NullMarked
package dev.baton.cli.demo.work;

import org.jspecify.annotations.NullMarked;
