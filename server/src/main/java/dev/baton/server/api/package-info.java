// SPDX-License-Identifier: Apache-2.0
/** The language of the admin API: what can be asked, how it is written, and what can be wrong. */
@NullMarked
package dev.baton.server.api;

import org.jspecify.annotations.NullMarked;
