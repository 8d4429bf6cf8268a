// SPDX-License-Identifier: Apache-2.0
/** What a node knows and shows: itself, its elections, their history, and what happened. */
@NullMarked
package dev.baton.server.view;

import org.jspecify.annotations.NullMarked;
