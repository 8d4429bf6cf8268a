// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
    private static final Style PLAIN = new Style(false);

    @Test
    void columnsAreAsWideAsTheirCells() {
        Table table = new Table("A", "LONG").row("long cell", "b").row("c", "d");

        assertThat(table.lines(80, PLAIN)).containsExactly("A          LONG", "long cell  b", "c          d");
    }

    @Test
    void theWidestColumnGivesWayToTheTerminal() {
        Table table = new Table("NAME", "VALUE").row("n".repeat(50), "short");

        assertThat(table.lines(20, PLAIN)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(20));
        assertThat(table.lines(20, PLAIN).get(1)).isEqualTo("nnnnnnnnnnnn…  short");
    }

    @Test
    void noLineIsWiderThanTheTerminalHoweverManyColumns() {
        Table table = new Table("AAAAAA", "BBBBBB", "CCCCCC", "DDDDDD").row("aaaaaa", "bbbbbb", "cccccc", "dddddd");

        assertThat(table.lines(10, PLAIN)).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(10));
    }

    @Test
    void inAPipeNothingIsCutAndOneLongCellDoesNotWidenTheOtherRows() {
        Table table = new Table("NAME", "VALUE").row("n".repeat(300), "short").row("m", "short");

        assertThat(table.lines(Table.UNLIMITED, PLAIN).get(1)).isEqualTo("n".repeat(300) + "  short");
        assertThat(table.lines(Table.UNLIMITED, PLAIN).get(2)).hasSizeLessThan(60);
    }

    @Test
    void cellsCannotActOnTheTerminal() {
        Table table = new Table("NODE").row("\u001b[2Jn1\r\nn2\u0007");

        assertThat(table.lines(80, PLAIN).get(1)).isEqualTo("\\u001b[2Jn1\\u000d\\u000an2\\u0007");
    }

    @Test
    void coloursComeOnATerminalOnly() {
        Table table = new Table("A").row(Style::bad, "b");

        assertThat(table.lines(80, new Style(true)).get(1)).isEqualTo("\u001b[31mb\u001b[0m");
        assertThat(table.lines(80, PLAIN).get(1)).isEqualTo("b");
    }
}
