// SPDX-License-Identifier: Apache-2.0
/** The admin API over HTTP. */
@NullMarked
package dev.baton.server.http;

import org.jspecify.annotations.NullMarked;
