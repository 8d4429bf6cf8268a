// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.runtime;

/** Code that may fail. */
@FunctionalInterface
public interface Task {
    void run() throws Exception;
}
