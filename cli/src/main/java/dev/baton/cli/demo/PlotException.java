// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

/** Something did not go as it was meant to. */
final class PlotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PlotException(String message) {
        super(message);
    }
}
