// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Baton;
import dev.baton.spi.Ticker;

/** What the parts of work on one node share. */
record WorkContext(Baton baton, WorkStore store, SessionElections sessions, ChangeSignal changes, Ticker ticker) {}
