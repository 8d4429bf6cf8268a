// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
import org.commonmark.ext.heading.anchor.IdGenerator;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A document in Markdown.
 *
 * @param path in the repository
 * @param linkedFiles files and folders of the repository that it links to
 */
record Document(String path, String title, List<Section> sections, String html, Set<String> linkedFiles) {
    private static final List<Extension> EXTENSIONS =
            List.of(TablesExtension.create(), HeadingAnchorExtension.create());

    /** A heading, and the text up to the next one. */
    record Section(int level, String heading, String anchor, String text) {}

    static Document parse(String path, String markdown) {
        Node tree = Parser.builder().extensions(EXTENSIONS).build().parse(markdown);
        List<Section> sections = sections(tree);
        Set<String> linked = new LinkedHashSet<>();
        tree.accept(new Rewriter(path, linked));
        String html = HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .escapeHtml(true)
                .build()
                .render(tree)
                // Wide tables scroll by themselves.
                .replace("<table>", "<div class=\"wide\"><table>")
                .replace("</table>", "</table></div>");
        return new Document(path, sections.get(0).heading(), sections, html, linked);
    }

    String page() {
        return Links.page(path);
    }

    private static List<Section> sections(Node tree) {
        IdGenerator ids = IdGenerator.builder().build();
        List<Section> sections = new ArrayList<>();
        Section open = new Section(1, "", "", "");
        StringBuilder text = new StringBuilder();
        for (Node node = tree.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading) {
                close(open, text, sections);
                String words = SearchTerms.of(heading);
                open = new Section(heading.getLevel(), words, ids.generateId(words), "");
            } else if (!(node instanceof HtmlBlock)) {
                text.append(SearchTerms.of(node)).append(' ');
            }
        }
        close(open, text, sections);
        if (sections.isEmpty()) {
            throw new IllegalArgumentException("a document without a heading");
        }
        return sections;
    }

    private static void close(Section open, StringBuilder text, List<Section> sections) {
        if (!open.heading().isEmpty()) {
            String words = text.toString().replaceAll("\\s+", " ").strip();
            sections.add(new Section(open.level(), open.heading(), open.anchor(), words));
        }
        text.setLength(0);
    }

    /** Leads links to pages, and drops comments. */
    private static final class Rewriter extends AbstractVisitor {
        private final String path;
        private final Set<String> linked;

        private Rewriter(String path, Set<String> linked) {
            this.path = path;
            this.linked = linked;
        }

        @Override
        public void visit(Link link) {
            Links.file(path, link.getDestination()).ifPresent(linked::add);
            link.setDestination(Links.toPage(path, link.getDestination()));
            visitChildren(link);
        }

        @Override
        public void visit(Image image) {
            Links.file(path, image.getDestination()).ifPresent(linked::add);
            image.setDestination(Links.toPage(path, image.getDestination()));
            visitChildren(image);
        }

        @Override
        public void visit(HtmlBlock block) {
            dropComment(block, block.getLiteral());
        }

        @Override
        public void visit(HtmlInline inline) {
            dropComment(inline, inline.getLiteral());
        }

        private static void dropComment(Node node, String literal) {
            if (literal.strip().startsWith("<!--")) {
                node.unlink();
            }
        }
    }
}
