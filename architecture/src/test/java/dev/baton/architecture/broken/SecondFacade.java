// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken;

/** A second class next to the facade. */
public final class SecondFacade {}
