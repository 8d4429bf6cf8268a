// SPDX-License-Identifier: Apache-2.0
package dev.baton;

/** The presented epoch is lower than one that the resource has seen: this leader was replaced and must stop. */
public final class FencedException extends BatonException {
    private static final long serialVersionUID = 1L;

    private final long presented;
    private final long current;

    public FencedException(ElectionName election, Epoch presented, Epoch current) {
        super("epoch " + presented + " of " + election + " is fenced off: epoch " + current + " has been seen");
        this.presented = presented.value();
        this.current = current.value();
    }

    /** The epoch that was refused. */
    public Epoch presented() {
        return Epoch.of(presented);
    }

    /** The highest epoch that the resource has seen. */
    public Epoch current() {
        return Epoch.of(current);
    }
}
