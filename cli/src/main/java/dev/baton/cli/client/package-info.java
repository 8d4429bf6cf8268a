// SPDX-License-Identifier: Apache-2.0
/** Clients of a node's admin API. */
@NullMarked
package dev.baton.cli.client;

import org.jspecify.annotations.NullMarked;
