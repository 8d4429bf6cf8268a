// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.docs.CodeBlock;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/** What is published: each library has a module name and a place in the bill of materials. */
class ArtifactsTest {
    private static final Path ROOT = Path.of("..");

    /** A pom, as far as it is written down in its own file. */
    private record Pom(String folder, Element project) {
        static Pom of(String folder) throws Exception {
            Path file = ROOT.resolve(folder).resolve("pom.xml");
            return new Pom(
                    folder,
                    DocumentBuilderFactory.newInstance()
                            .newDocumentBuilder()
                            .parse(file.toFile())
                            .getDocumentElement());
        }

        Optional<String> text(String... path) {
            List<Element> found = all(path);
            return found.isEmpty()
                    ? Optional.empty()
                    : Optional.of(found.get(0).getTextContent().strip());
        }

        List<Element> all(String... path) {
            List<Element> level = List.of(project);
            for (String name : path) {
                level = level.stream()
                        .flatMap(it -> children(it, name).stream())
                        .toList();
            }
            return level;
        }

        boolean isPublished() {
            return text("properties", "maven.deploy.skip").isEmpty();
        }

        static List<Element> children(Element parent, String name) {
            List<Element> found = new ArrayList<>();
            for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child instanceof Element element && element.getTagName().equals(name)) {
                    found.add(element);
                }
            }
            return found;
        }
    }

    private static List<Pom> libraries() throws Exception {
        List<Pom> found = new ArrayList<>();
        for (Element module : Pom.of(".").all("modules", "module")) {
            Pom pom = Pom.of(module.getTextContent());
            if (pom.isPublished() && pom.text("packaging").isEmpty()) {
                found.add(pom);
            }
        }
        assertThat(found).hasSizeGreaterThan(10);
        return found;
    }

    @Test
    void everyLibraryHasAModuleNameOfItsOwnANameAndADescription() throws Exception {
        Set<String> names = new TreeSet<>();
        for (Pom pom : libraries()) {
            String name = pom.text("properties", "java.module.name").orElse("");
            assertThat(name).as("java.module.name of %s", pom.folder()).matches("dev\\.baton(\\.[a-z]+)+");
            assertThat(names.add(name))
                    .as("%s is that of one module alone", name)
                    .isTrue();
            assertThat(pom.text("name")).as("name of %s", pom.folder()).isPresent();
            assertThat(pom.text("description"))
                    .as("description of %s", pom.folder())
                    .isPresent();
        }
    }

    @Test
    void theBillOfMaterialsListsEveryLibraryAndNothingElse() throws Exception {
        Set<String> published = new TreeSet<>();
        for (Pom pom : libraries()) {
            published.add(pom.text("artifactId").orElseThrow());
        }

        Set<String> listed = new TreeSet<>();
        for (Element dependency : Pom.of("bom").all("dependencyManagement", "dependencies", "dependency")) {
            listed.add(Pom.children(dependency, "artifactId").get(0).getTextContent());
        }

        assertThat(listed).as("artifacts of bom/pom.xml").isEqualTo(published);
    }

    @Test
    void theModulesThatTheReadmeListsAreThoseOfTheBuild() throws Exception {
        Set<String> built = new TreeSet<>();
        for (Element module : Pom.of(".").all("modules", "module")) {
            built.add(module.getTextContent());
        }

        String table = Files.readString(ROOT.resolve("README.md")).replaceAll("(?s).*\n## Modules\n|\n## .*", "");
        Set<String> listed = table.lines()
                .filter(line -> line.startsWith("|"))
                .map(line -> line.split("\\|")[1])
                .flatMap(cell -> Pattern.compile("`([^`]+)`").matcher(cell).results())
                .map(it -> it.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(built).containsAll(listed);
        built.removeAll(listed);
        assertThat(built)
                .as("modules that the README does not list, and that are part of one it does")
                .containsExactlyInAnyOrder("benchmarks/peers", "electors/quorum", "examples/spring");
    }

    /** A dependency of a document can be pasted into a pom: it is published, under this version. */
    @Test
    void theDependenciesOfTheDocumentsArePublished() throws Exception {
        Set<String> published = new TreeSet<>(Set.of("baton-bom"));
        for (Pom pom : libraries()) {
            published.add(pom.text("artifactId").orElseThrow());
        }
        String version = Pom.of(".").text("version").orElseThrow();

        List<CodeBlock> blocks = CodeBlock.ofProject(ROOT).stream()
                .filter(block -> block.language().equals("xml"))
                .toList();
        assertThat(blocks).isNotEmpty();
        for (CodeBlock block : blocks) {
            Element shown = DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(block.text())))
                    .getDocumentElement();
            Element dependency = (Element)
                    (shown.getTagName().equals("dependency")
                            ? shown
                            : shown.getElementsByTagName("dependency").item(0));
            assertThat(text(dependency, "groupId")).as(block.place()).isEqualTo("dev.baton");
            assertThat(published).as(block.place()).contains(text(dependency, "artifactId"));
            assertThat(text(dependency, "version")).as(block.place()).isEqualTo(version);
        }
    }

    private static String text(Element parent, String name) {
        return Pom.children(parent, name).get(0).getTextContent();
    }

    @Test
    void theBillOfMaterialsIsOfTheSameReleaseAsTheRest() throws Exception {
        Pom parent = Pom.of(".");
        Pom bom = Pom.of("bom");

        for (String[] same :
                List.of(new String[] {"version"}, new String[] {"properties", "project.build.outputTimestamp"})) {
            assertThat(bom.text(same)).isPresent().isEqualTo(parent.text(same));
        }
    }
}
