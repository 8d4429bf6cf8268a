// SPDX-License-Identifier: Apache-2.0
/** What every port that listens needs, whatever is spoken there (ADR 38). Knows no network library. */
@NullMarked
package dev.baton.security;

import org.jspecify.annotations.NullMarked;
