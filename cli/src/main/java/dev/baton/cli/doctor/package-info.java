// SPDX-License-Identifier: Apache-2.0
/** Checks of a set-up, each with what to change. */
@NullMarked
package dev.baton.cli.doctor;

import org.jspecify.annotations.NullMarked;
