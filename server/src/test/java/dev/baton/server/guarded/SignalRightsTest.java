// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignalRightsTest {
    private static final int SUDO = 0104755;
    private static final int PLAIN = 0100755;
    private static final SignalRights USER = new SignalRights(1000);
    private static final SignalRights ROOT = new SignalRights(0);

    @Test
    void aProgramThatBecomesAnotherUserIsLost() {
        assertThat(USER.loses(SUDO, 0)).isTrue();
        assertThat(USER.loses(SUDO, 1000)).isFalse();
        assertThat(USER.loses(PLAIN, 0)).isFalse();
        assertThat(ROOT.loses(SUDO, 1000)).as("root may end all").isFalse();
    }

    @Test
    void theProgramIsFoundAsAShellFindsIt(@TempDir Path folder) throws IOException {
        Path program = Files.createFile(
                folder.resolve("become"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        Files.setAttribute(program, "unix:mode", SUDO);
        int owner = (Integer) Files.getAttribute(program, "unix:uid");
        SignalRights another = new SignalRights(owner + 1);

        assertThat(another.loses("become", "/nowhere:" + folder)).isTrue();
        assertThat(another.loses(program.toString(), "")).isTrue();
        assertThat(another.loses("become", "/nowhere")).isFalse();
        assertThat(new SignalRights(owner).loses("become", folder.toString())).isFalse();
    }

    @Test
    void aProcessThatWasMadeAnotherUsersIsBeyondReach() {
        assertThat(USER.reachUser("Uid:\t1000\t1000\t1000\t1000")).isTrue();
        assertThat(USER.reachUser("Uid:\t1000\t0\t0\t0"))
                .as("sudo before it asks")
                .isTrue();
        assertThat(USER.reachUser("Uid:\t0\t0\t0\t0")).isFalse();
        assertThat(ROOT.reachUser("Uid:\t1000\t1000\t1000\t1000")).isTrue();
        assertThat(USER.reach(ProcessHandle.current().pid())).isEqualTo(new SignalRights(1000).equals(thisUser()));
    }

    private static SignalRights thisUser() {
        try {
            return SignalRights.ofThisProcess();
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }
}
