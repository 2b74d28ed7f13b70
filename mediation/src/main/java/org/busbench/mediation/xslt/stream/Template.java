package org.busbench.mediation.xslt.stream;

/**
 * What is done with the nodes that one of its patterns matches. The content is set once, after all templates are known.
 */
final class Template {

    private Content content;

    void fill(Content with) {
        content = with;
    }

    Content content() {
        return content;
    }
}
