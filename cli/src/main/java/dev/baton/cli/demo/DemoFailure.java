// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

/** Something in the demo went wrong. */
public class DemoFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DemoFailure(String message) {
        super(message);
    }

    /** The request does not apply now; nothing was done, and nothing is wrong. */
    public static final class NotNow extends DemoFailure {
        private static final long serialVersionUID = 1L;

        public NotNow(String message) {
            super(message);
        }
    }
}
