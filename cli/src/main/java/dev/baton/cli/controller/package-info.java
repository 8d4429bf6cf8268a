// SPDX-License-Identifier: Apache-2.0
/** The commands about topics, nodes and the group that has them. */
@NullMarked
package dev.baton.cli.controller;

import org.jspecify.annotations.NullMarked;
