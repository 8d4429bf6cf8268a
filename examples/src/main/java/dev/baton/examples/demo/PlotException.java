// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.demo;

/** What had to follow from an act did not follow. */
final class PlotException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PlotException(String message) {
        super(message);
    }
}
