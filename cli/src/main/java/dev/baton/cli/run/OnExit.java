// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

/** What follows when the command ends by itself. Named as they are typed. */
enum OnExit {
    /** It is started again, after a pause that grows; a command that cannot be kept alive costs the leadership. */
    restart,
    /** Leadership goes to another machine, and this one stands again later. */
    resign,
    /** Baton ends, with the command's exit code. */
    exit
}
