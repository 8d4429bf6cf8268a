// SPDX-License-Identifier: Apache-2.0
package dev.baton.site;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;

/** What a reader of a part of a document reads, without any markup. */
final class SearchTerms extends AbstractVisitor {
    private final StringBuilder words = new StringBuilder();

    private SearchTerms() {}

    static String of(Node part) {
        SearchTerms found = new SearchTerms();
        part.accept(found);
        return found.words.toString().strip();
    }

    @Override
    public void visit(Text text) {
        words.append(text.getLiteral());
    }

    @Override
    public void visit(Code code) {
        words.append(code.getLiteral());
    }

    @Override
    public void visit(FencedCodeBlock block) {
        words.append(block.getLiteral());
    }

    @Override
    public void visit(SoftLineBreak end) {
        words.append(' ');
    }

    @Override
    public void visit(HardLineBreak end) {
        words.append(' ');
    }

    @Override
    public void visit(Paragraph paragraph) {
        visitChildren(paragraph);
        words.append(' ');
    }

    /** Parts of tables. */
    @Override
    public void visit(CustomNode part) {
        visitChildren(part);
        words.append(' ');
    }
}
