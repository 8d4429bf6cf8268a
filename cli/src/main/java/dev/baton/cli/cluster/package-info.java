// SPDX-License-Identifier: Apache-2.0
/** Commands that look at a cluster, and those that operate it. */
@NullMarked
package dev.baton.cli.cluster;

import org.jspecify.annotations.NullMarked;
