// SPDX-License-Identifier: Apache-2.0
/** The Redis protocol on top of Netty's codec: commands in, replies out, everything bounded. */
@NullMarked
package dev.baton.commands.resp;

import org.jspecify.annotations.NullMarked;
