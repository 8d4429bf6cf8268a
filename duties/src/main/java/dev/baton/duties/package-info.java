// SPDX-License-Identifier: Apache-2.0
/** Stock duties of a coordinator, for every elector: who is here and how well, and polls handed out to nodes. */
@NullMarked
package dev.baton.duties;

import org.jspecify.annotations.NullMarked;
