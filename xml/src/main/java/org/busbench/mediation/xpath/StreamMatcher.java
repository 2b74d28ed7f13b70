package org.busbench.mediation.xpath;

import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.NameSet;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Path.Origin;
import org.busbench.mediation.xpath.StreamPlan.Node;

/** Answers the path queries of one plan in one pass over a SOAP message. Used again for the next message; confined to one evaluator. */
final class StreamMatcher {
    private final StreamPlan plan;
    private final PathMatcher[] all;
    private final Object[] answers;
    private final boolean asksHeader;
    private int generation = -1;
    private boolean changed;
    private final SoapPlaces places = new SoapPlaces();

    StreamMatcher(StreamPlan plan) {
        this.plan = plan;
        this.all = PathMatcher.of(plan);
        this.answers = new Object[all.length];
        this.asksHeader = plan.queries().stream().anyMatch(query -> query.path().origin() == Origin.HEADER);
    }

    void begin(int names) {
        places.begin();
        for (int i = 0; i < all.length; i++) {
            answers[i] = Node.UNKNOWN;
        }
        for (PathMatcher matcher : all) {
            matcher.begin(generation != names);
        }
        generation = names;
    }

    /** The tokenizer has started the message; it may have forgotten its names. */
    void names(int now) {
        if (now != generation) {
            begin(now);
        }
    }

    /** Whether a query was answered since the last call. */
    boolean changed() {
        boolean was = changed;
        changed = false;
        return was;
    }

    Object value(Variables variables) {
        return plan.root().value(answers, variables);
    }

    /** Takes a token; true when only a tree of the whole message gives what Synapse would give. */
    boolean take(Token token, Tokenizer tokenizer, byte[] bytes) {
        int depth = tokenizer.depth();
        switch (token) {
            case START -> {
                Name name = tokenizer.tag().name();
                Origin here = depth <= 2 ? places.of(name, depth) : null;
                if ((depth <= 2 && here == null)
                        || (here == Origin.BODY && asksHeader && !places.hasHeader())
                        || (depth == 3 && places.isFault(name))) {
                    return true;
                }
                for (PathMatcher matcher : all) {
                    matcher.start(tokenizer, bytes, depth, here);
                }
            }
            case END -> {
                for (PathMatcher matcher : all) {
                    matcher.end(depth + 1);
                }
            }
            case TEXT -> {
                for (PathMatcher matcher : all) {
                    matcher.text(bytes, tokenizer.from(), tokenizer.to(), depth);
                }
                return false;
            }
            case CHARACTER -> {
                for (PathMatcher matcher : all) {
                    matcher.character(tokenizer.codePoint(), depth);
                }
                return false;
            }
            case COMMENT -> {
                for (PathMatcher matcher : all) {
                    matcher.separator();
                }
            }
            case END_DOCUMENT -> {
                if (!places.hasBody()) {
                    return true;
                }
                for (PathMatcher matcher : all) {
                    matcher.selection().finish();
                }
            }
            default -> {
                return true;
            }
        }
        return collect();
    }

    /** Elements between those depths have begun that were ignorable. */
    void passed(int from, int to) {
        for (PathMatcher matcher : all) {
            matcher.passed(from, to);
        }
    }

    /** Names of children that cannot change any result, of the open element at that depth; null when its texts or all children can. */
    NameSet ignorableInside(int depth) {
        if (depth < 3) {
            return null;
        }
        NameSet ignorable = NameSet.ALL;
        for (PathMatcher matcher : all) {
            NameSet of = matcher.ignorableInside(depth);
            if (of == null || (of != NameSet.ALL && ignorable != NameSet.ALL)) {
                return null;
            }
            if (of != NameSet.ALL) {
                ignorable = of;
            }
        }
        return ignorable;
    }

    private boolean collect() {
        for (int i = 0; i < all.length; i++) {
            ResultCollector selection = all[i].selection();
            if (selection.needsTree()) {
                return true;
            }
            if (selection.answered() && answers[i] == Node.UNKNOWN) {
                answers[i] = selection.answer();
                changed = true;
            }
        }
        return false;
    }
}
