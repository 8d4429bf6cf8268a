// SPDX-License-Identifier: Apache-2.0
/**
 * Not API: how messages travel: the server and the client, their limits and deadlines, how requests are signed, and the messages as
 * JSON.
 */
@NullMarked
package dev.baton.bully.internal.http;

import org.jspecify.annotations.NullMarked;
