// SPDX-License-Identifier: Apache-2.0
/** Checks that are made before a node is started, for {@code baton doctor}. */
@NullMarked
package dev.baton.server.doctor;

import org.jspecify.annotations.NullMarked;
