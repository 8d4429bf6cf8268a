// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

/** Another ledger, of which a test changes what it is about. */
public abstract class ForwardingLedger implements Ledger {
    private final Ledger within;

    protected ForwardingLedger(Ledger within) {
        this.within = within;
    }

    @Override
    public VoterState read() {
        return within.read();
    }

    @Override
    public void write(VoterState change) {
        within.write(change);
    }

    @Override
    public void close() {
        within.close();
    }
}
