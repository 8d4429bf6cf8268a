// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * Reads keys from YAML, straight from the parser's events: nothing is ever constructed, so tags, anchors and aliases
 * have nothing to work on and are refused. Unquoted values are typed as in JSON: {@code yes} is a text.
 */
final class YamlEntries {
    private static final int DEEPEST = 8;
    private static final int MAX_ENTRIES = 20_000;
    private static final Pattern DIGITS = Pattern.compile("[-+]?[0-9]+");

    private final String file;
    private final Problems problems;
    private final ScalarResolver types = new JsonSchema().getScalarResolver();
    private final List<ConfigEntry> entries = new ArrayList<>();
    private final Iterator<Event> events;

    private YamlEntries(String file, String text, Problems problems) {
        this.file = file;
        this.problems = problems;
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file)
                .setSchema(new JsonSchema())
                .build();
        this.events = new Parse(settings).parseString(text).iterator();
    }

    /** Stops the reading; the problem has been added. */
    private static final class Unreadable extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    static List<ConfigEntry> read(String file, String text, Problems problems) {
        try {
            YamlEntries reader = new YamlEntries(file, text, problems);
            reader.document();
            return reader.entries;
        } catch (MarkedYamlEngineException broken) {
            String line = broken.getProblemMark()
                    .map(mark -> ":" + (mark.getLine() + 1))
                    .orElse("");
            problems.add(file + line, "is not YAML: " + LogSafe.of(String.valueOf(broken.getProblem())));
        } catch (YamlEngineException broken) {
            problems.add(file, "is not YAML: " + LogSafe.of(String.valueOf(broken.getMessage())));
        } catch (Unreadable noted) {
            return List.of();
        }
        return List.of();
    }

    private void document() {
        int documents = 0;
        while (events.hasNext()) {
            Event event = events.next();
            switch (event.getEventId()) {
                case StreamStart, StreamEnd, DocumentEnd -> {}
                case DocumentStart -> {
                    documents++;
                    if (documents > 1) {
                        throw stop(event, "a second document begins: one file has one");
                    }
                }
                default -> root(event);
            }
        }
    }

    private void root(Event event) {
        if (event instanceof MappingStartEvent start) {
            plain(start);
            mapping("", 1);
        } else if (!(event instanceof ScalarEvent nothing
                && nothing.isPlain()
                && nothing.getValue().isEmpty())) {
            throw stop(event, "keys are expected, as in node: {id: n1}");
        }
    }

    private void mapping(String path, int depth) {
        Set<String> seen = new HashSet<>();
        for (Event event = events.next(); event.getEventId() != Event.ID.MappingEnd; event = events.next()) {
            plain(event);
            if (!(event instanceof ScalarEvent key)) {
                throw stop(event, "a key must be a word");
            }
            String name = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
            if (key.getValue().indexOf('.') >= 0 || key.getValue().indexOf('[') >= 0) {
                throw stop(event, "key " + LogSafe.of(name) + " must be nested, not written with dots or brackets");
            }
            if (!seen.add(key.getValue())) {
                problems.add(origin(event), "duplicate key " + LogSafe.of(name));
            }
            value(name, events.next(), depth);
        }
    }

    private void value(String path, Event event, int depth) {
        plain(event);
        if (event instanceof CollectionStartEvent && depth >= DEEPEST) {
            throw stop(event, "nested deeper than " + DEEPEST + " levels");
        }
        if (event instanceof MappingStartEvent) {
            mapping(path, depth + 1);
        } else if (event instanceof CollectionStartEvent) {
            list(path, event, depth + 1);
        } else if (event instanceof ScalarEvent scalar && !isNull(scalar)) {
            add(new ConfigEntry(path, List.of(scalar(scalar)), false, origin(event)));
        }
    }

    private void list(String path, Event start, int depth) {
        List<Scalar> scalars = new ArrayList<>();
        int position = 0;
        for (Event event = events.next(); event.getEventId() != Event.ID.SequenceEnd; event = events.next()) {
            plain(event);
            if (event instanceof ScalarEvent scalar) {
                scalars.add(scalar(scalar));
            } else {
                value(path + "[" + position + "]", event, depth);
            }
            position++;
        }
        if (scalars.size() == position) {
            add(new ConfigEntry(path, scalars, true, origin(start)));
        } else if (!scalars.isEmpty()) {
            problems.add(origin(start), LogSafe.of(path) + " mixes values and keys");
        }
    }

    private void add(ConfigEntry entry) {
        if (entries.size() >= MAX_ENTRIES) {
            problems.add(entry.origin(), "more than " + MAX_ENTRIES + " values");
            throw new Unreadable();
        }
        entries.add(entry);
    }

    private void plain(Event event) {
        if (event instanceof AliasEvent) {
            throw stop(event, "aliases are not supported: write the value out");
        }
        if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
            throw stop(event, "anchors are not supported: write the value out");
        }
        boolean tagged = (event instanceof ScalarEvent scalar && scalar.getTag().isPresent())
                || (event instanceof CollectionStartEvent start
                        && start.getTag().isPresent());
        if (tagged) {
            throw stop(event, "tags are not supported");
        }
    }

    private boolean isNull(ScalarEvent scalar) {
        return types.resolve(scalar.getValue(), scalar.isPlain()).equals(Tag.NULL) || isEmpty(scalar);
    }

    private static boolean isEmpty(ScalarEvent scalar) {
        return scalar.isPlain() && scalar.getValue().isEmpty();
    }

    private Scalar scalar(ScalarEvent scalar) {
        Tag tag = types.resolve(scalar.getValue(), scalar.isPlain());
        // Other readers of YAML take 007 for seven; a text that depends on the reader has to be quoted.
        boolean digits = scalar.isPlain() && DIGITS.matcher(scalar.getValue()).matches();
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT) || digits) {
            return new Scalar(scalar.getValue(), Scalar.Kind.NUMBER);
        }
        return new Scalar(scalar.getValue(), tag.equals(Tag.BOOL) ? Scalar.Kind.BOOLEAN : Scalar.Kind.TEXT);
    }

    private String origin(Event event) {
        return file
                + event.getStartMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
    }

    private Unreadable stop(Event event, String problem) {
        problems.add(origin(event), problem);
        return new Unreadable();
    }
}
