// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.cli.screen.Lines;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a demo shows on a terminal: its picture, the newest events and its keys. No line is wider, and all of them
 * together are no higher, than the terminal; the keys are always there.
 */
final class DemoScreen {
    private static final int MAX_NEWS = 50;
    private static final int MIN_NEWS = 3;

    private final Style style;
    private final Deque<DemoEvent> news = new ArrayDeque<>();

    DemoScreen(Style style) {
        this.style = style;
    }

    synchronized void accept(DemoEvent event) {
        if (event.text().isEmpty()) {
            return;
        }
        news.addLast(event);
        if (news.size() > MAX_NEWS) {
            news.removeFirst();
        }
    }

    synchronized List<String> lines(Demo demo, TerminalSize size, boolean busy, long now) {
        int width = size.columns();
        List<String> lines = new ArrayList<>(demo.picture(size, now));
        lines.add("");
        List<String> figures = demo.figures(width);
        int room = size.rows() - lines.size() - 1;
        if (!figures.isEmpty() && room >= figures.size() + 1 + MIN_NEWS) {
            lines.addAll(figures);
            lines.add("");
            room -= figures.size() + 1;
        }
        news.stream()
                .skip(Math.max(0, news.size() - Math.max(1, room)))
                .map(event -> coloured(event, width))
                .forEach(lines::add);
        while (lines.size() < size.rows() - 1) {
            lines.add("");
        }
        lines.subList(Math.max(0, size.rows() - 1), lines.size()).clear();
        lines.add(busy ? style.faint(Lines.cut("working…", width)) : keys(demo, width));
        return lines;
    }

    private String coloured(DemoEvent event, int width) {
        String line = Lines.cut(event.text(), width);
        return switch (event.type()) {
            case "hand_over", "settled" -> style.strong(line);
            case "fenced_write" -> style.doubtful(line);
            case "failed", "overlap" -> style.bad(line);
            default -> line;
        };
    }

    private String keys(Demo demo, int width) {
        String said = keys(demo, DemoAction::hint, "   ");
        return style.strong(Lines.cut(Lines.width(said) <= width ? said : keys(demo, DemoAction::name, "  "), width));
    }

    private static String keys(Demo demo, Function<DemoAction, String> text, String gap) {
        return Stream.of(
                        demo.actions().stream().map(action -> action.key() + " " + text.apply(action)),
                        demo.otherKeys().stream(),
                        Stream.of("q quit"))
                .flatMap(Function.identity())
                .collect(Collectors.joining(gap));
    }
}
