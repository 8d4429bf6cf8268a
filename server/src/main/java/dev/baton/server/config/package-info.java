// SPDX-License-Identifier: Apache-2.0
/** Reads keys from YAML and the environment, checks them, and shows them without their secrets. */
@NullMarked
package dev.baton.server.config;

import org.jspecify.annotations.NullMarked;
