// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Renders the documents of a repository. A page lies where its document does, so that links stay as they are written; what
 * a document links to beside documents (sources, folders, pictures) becomes a page, or is copied.
 */
public final class SiteBuild {
    private static final List<String> ASSETS = List.of("style.css", "site.js");
    private static final String ICON = "server/src/main/resources/dashboard/assets/icon.svg";

    private final Path root;
    private final Path out;
    private final Template template;
    private final SearchIndex index = new SearchIndex();

    private SiteBuild(Path root, Path out, String version) throws IOException {
        this.root = root.toAbsolutePath().normalize();
        this.out = out;
        this.template = new Template(version, text("page.html"));
    }

    /** Arguments: the repository, the folder for the pages of all versions, the version to render. */
    public static void main(String[] arguments) throws IOException {
        renderInto(Path.of(arguments[1]), Path.of(arguments[0]), arguments[2]);
    }

    /** Renders one version into a tree of versions. Others that are there stay as they are. */
    static void renderInto(Path tree, Path root, String version) throws IOException {
        Path folder = Versions.folder(tree, version);
        delete(folder);
        render(root, folder, version);
        Versions.list(tree);
    }

    /** Pages of deleted documents would stay. */
    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path each : all) {
            Files.delete(each);
        }
    }

    static void render(Path root, Path out, String version) throws IOException {
        new SiteBuild(root, out, version).render();
    }

    private void render() throws IOException {
        TreeMap<String, Document> documents = new TreeMap<>();
        for (String path : documents()) {
            documents.put(path, Document.parse(path, Files.readString(root.resolve(path))));
        }
        Navigation navigation = new Navigation(documents.values());
        Set<String> linked = new HashSet<>();
        for (Document document : documents.values()) {
            linked.addAll(document.linkedFiles());
            index.add(document);
            write(document.page(), template.document(document, navigation));
        }
        copyLinked(linked, documents.keySet(), navigation);
        write("assets/search-index.js", index.script());
        write(
                Versions.DOCUMENTS,
                documents.values().stream().map(it -> it.page() + "\n").collect(Collectors.joining()));
        for (String asset : ASSETS) {
            write("assets/" + asset, text(asset));
        }
        write("assets/icon.svg", Files.readString(root.resolve(ICON)));
    }

    private List<String> documents() throws IOException {
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(Files::isRegularFile)
                    .map(file -> root.relativize(file).toString())
                    .filter(path -> path.endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** What a folder shows is linked in its turn. */
    private void copyLinked(Set<String> linked, Set<String> documents, Navigation navigation) throws IOException {
        Deque<String> waiting = new ArrayDeque<>(linked);
        Set<String> seen = new HashSet<>(documents);
        while (!waiting.isEmpty()) {
            String path = waiting.pop();
            Path file = root.resolve(path).normalize();
            if (!seen.add(path) || !file.startsWith(root) || !Files.exists(file)) {
                continue;
            }
            if (Files.isDirectory(file)) {
                List<String> names = names(file);
                names.forEach(name -> waiting.push(path + "/" + name));
                write(Links.page(path), template.folder(path, names, navigation));
            } else if (Links.isPicture(path)) {
                Path target = out.resolve(path);
                Files.createDirectories(target.getParent());
                Files.write(target, Files.readAllBytes(file));
            } else {
                write(Links.page(path), template.source(path, Files.readString(file), navigation));
            }
        }
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("."))
                    .filter(file -> !file.getFileName().toString().equals("target"))
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private void write(String path, String content) throws IOException {
        Path target = out.resolve(path);
        Files.createDirectories(target.getParent());
        Files.writeString(target, content);
    }

    private static String text(String resource) throws IOException {
        try (InputStream in = SiteBuild.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("there is no " + resource + " beside " + SiteBuild.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
