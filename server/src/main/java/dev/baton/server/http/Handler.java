// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

/** Answers a call. */
@FunctionalInterface
public interface Handler {
    void handle(ApiCall call) throws Exception;
}
