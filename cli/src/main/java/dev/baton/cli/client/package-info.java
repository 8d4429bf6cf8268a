// SPDX-License-Identifier: Apache-2.0
/** The admin API of a node, as its callers see it. */
@NullMarked
package dev.baton.cli.client;

import org.jspecify.annotations.NullMarked;
