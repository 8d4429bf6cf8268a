// SPDX-License-Identifier: Apache-2.0
/** The stock duties: a log line, and the health of the cluster. */
@NullMarked
package dev.baton.server.duties;

import org.jspecify.annotations.NullMarked;
