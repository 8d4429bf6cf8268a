// SPDX-License-Identifier: Apache-2.0
/** Commands that run as long as a leadership lasts, kept by processes that outlive this one. */
@NullMarked
package dev.baton.server.guarded;

import org.jspecify.annotations.NullMarked;
