// SPDX-License-Identifier: Apache-2.0
/** Processes on this machine to try Baton on: three nodes whose leader is killed, paused or replaced. */
@NullMarked
package dev.baton.cli.demo;

import org.jspecify.annotations.NullMarked;
