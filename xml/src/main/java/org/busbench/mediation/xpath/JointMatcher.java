package org.busbench.mediation.xpath;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.NameSet;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.busbench.mediation.xpath.Path.Origin;
import org.busbench.mediation.xpath.StreamPlan.Node;
import org.busbench.mediation.xpath.StreamPlan.PathQuery;

/**
 * Answers the path queries of one or several expressions in one pass. Below the body most of them hear of an element only if their path has its name, so that
 * a hundred cost little more than one. Used again for the next message; confined to one evaluator.
 */
final class JointMatcher {
    /** The value of an expression that has none. */
    private static final Object ABSENT = new Object();

    private final StreamPlan[] plans;
    private final Object[][] answers;
    private final Object[] values;
    private final boolean[] done;
    private final Query[] all;
    /** Those that hear of everything. */
    private final Query[] curious;

    private final SoapPlaces places = new SoapPlaces();
    private Query[][] byName = new Query[0][];
    /** Names that no path has, as far as they have been met: for queries that go by names they lead nowhere. */
    private NameSet unnamed = new NameSet();

    private int generation = -1;
    private Variables variables;
    private int undecided;
    /** Those to which an open element matters, for each depth from the start in {@code enteredFrom}. */
    private Query[] entered = new Query[32];

    private int[] enteredFrom = new int[32];
    /** From where in {@code entered} those at a depth may still find something inside: what is over stays over. */
    private int[] livelyFrom = new int[32];

    private int enteredCount;
    /** Those that hear of texts: the curious, and then those inside of an element that they read. */
    private final Query[] readers;

    private int readerCount;
    private boolean isSoap;
    private boolean needsTree;
    /** Names of children to skip in the element around which {@code around} elements are open; null for none. */
    private NameSet ignorable;

    private int around;

    /** One query of an expression. */
    private static final class Query {
        final PathMatcher matcher;
        final int plan;
        final int index;
        final boolean goesByNames;
        /** Of one that goes by names: all open elements down to this depth were told. */
        int told;

        boolean isReader;

        Query(PathQuery query, int plan, int index, boolean asBytes) {
            this.matcher = new PathMatcher(query, asBytes);
            this.plan = plan;
            this.index = index;
            this.goesByNames = matcher.goesByNames();
        }

        boolean isOver() {
            return matcher.selection().answered();
        }
    }

    /** An expression without a plan is never decided. */
    JointMatcher(StreamPlan... ofExpressions) {
        plans = ofExpressions;
        answers = new Object[plans.length][];
        values = new Object[plans.length];
        done = new boolean[plans.length];
        List<Query> queries = new ArrayList<>();
        for (int i = 0; i < plans.length; i++) {
            StreamPlan plan = plans[i];
            int count = plan == null ? 0 : plan.queries().size();
            answers[i] = new Object[count];
            for (int j = 0; j < count; j++) {
                boolean asBytes = plan.kind() == ResultType.STRING && plan.root() instanceof Node.QueryResult;
                queries.add(new Query(plan.queries().get(j), i, j, asBytes));
            }
        }
        all = queries.toArray(new Query[0]);
        curious = queries.stream().filter(query -> !query.goesByNames).toArray(Query[]::new);
        readers = Arrays.copyOf(curious, all.length);
    }

    void begin(int names, Variables ofMessage) {
        if (names != generation) {
            byName = new Query[0][];
            unnamed = new NameSet();
        }
        places.begin();
        isSoap = false;
        needsTree = false;
        ignorable = null;
        variables = ofMessage;
        enteredCount = 0;
        readerCount = curious.length;
        undecided = plans.length;
        Arrays.fill(values, null);
        Arrays.fill(done, false);
        for (Query query : all) {
            query.matcher.begin(names != generation);
            query.told = 0;
            query.isReader = false;
            answers[query.plan][query.index] = Node.UNKNOWN;
        }
        generation = names;
        for (int i = 0; i < plans.length; i++) {
            decide(i);
        }
    }

    void forget() {
        variables = null;
        Arrays.fill(values, null);
        for (Query query : all) {
            query.matcher.selection().begin();
            answers[query.plan][query.index] = Node.UNKNOWN;
        }
    }

    boolean isUndecided() {
        return undecided > 0;
    }

    /** Whether the root element was an envelope. */
    boolean isEnvelope() {
        return isSoap;
    }

    /** Whether it came to something, such as a fault, that only a tree shows as Synapse sees it. */
    boolean needsTree() {
        return needsTree;
    }

    Object[] values() {
        return values;
    }

    byte[] bytes(int index) {
        Object value = values[index];
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        return value == ABSENT ? null : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    String string(int index) {
        Object value = values[index];
        if (value instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        return value == ABSENT ? null : value.toString();
    }

    /** Reads on to the next token that can change a result, and takes it; one that brings nothing changes nothing. */
    Token next(Tokenizer tokenizer, byte[] bytes) {
        Token token = ignorable != null ? tokenizer.skip(around, ignorable) : tokenizer.next();
        if (token == Token.NEED_MORE || token == Token.REJECTED) {
            return token;
        }
        int depth = tokenizer.depth();
        boolean isTag = token == Token.START || token == Token.END;
        if (ignorable != null && token == Token.START && depth > around + 2) {
            passed(around + 1, depth);
        }
        take(token, tokenizer, bytes);
        NameSet inside = isTag ? ignorableInside(depth) : null;
        if (token != Token.START || inside != ignorable || !leadsWhereItsParentDoes(inside, depth)) {
            around = depth - 1;
            ignorable = inside;
        }
        return token;
    }

    /** Whether the end of the element that has just begun matters to nothing: what is inside of it may be skipped with what follows on it. */
    private boolean leadsWhereItsParentDoes(NameSet inside, int depth) {
        return inside != null && inside.isDeep() && enteredFrom[depth] == enteredCount;
    }

    private void take(Token token, Tokenizer tokenizer, byte[] bytes) {
        int depth = tokenizer.depth();
        switch (token) {
            case START -> start(tokenizer, bytes, depth);
            case END -> end(depth + 1);
            case TEXT -> {
                for (int i = 0; i < readerCount; i++) {
                    readers[i].matcher.text(bytes, tokenizer.from(), tokenizer.to(), depth);
                }
            }
            case CHARACTER -> {
                for (int i = 0; i < readerCount; i++) {
                    readers[i].matcher.character(tokenizer.codePoint(), depth);
                }
            }
            case COMMENT -> {
                for (Query query : curious) {
                    query.matcher.separator();
                    settle(query);
                }
            }
            case END_DOCUMENT -> endDocument();
            default -> giveUp();
        }
    }

    private void start(Tokenizer tokenizer, byte[] bytes, int depth) {
        Name name = tokenizer.tag().name();
        if (depth <= 2) {
            Origin here = places.of(name, depth);
            isSoap |= depth == 1 && here != null;
            if (here == null) {
                giveUp();
            }
            for (Query query : all) {
                query.matcher.start(tokenizer, bytes, depth, here);
                query.told = depth;
                if (here == Origin.BODY && query.matcher.origin() == Origin.HEADER && !places.hasHeader()) {
                    giveUp(query.plan);
                }
                listen(query);
                settle(query);
            }
            return;
        }
        if (depth == 3 && places.isFault(name)) {
            giveUp();
        }
        open(depth);
        for (Query query : named(name)) {
            if (query.told == depth - 1 && !query.isOver()) {
                query.matcher.start(tokenizer, bytes, depth, null);
                query.told = depth;
                enter(query);
                settle(query);
            }
        }
        for (Query query : curious) {
            query.matcher.start(tokenizer, bytes, depth, null);
            settle(query);
        }
    }

    private void enter(Query query) {
        if (enteredCount == entered.length) {
            entered = Arrays.copyOf(entered, 2 * enteredCount);
        }
        entered[enteredCount++] = query;
        listen(query);
    }

    /** Lets a query hear of the texts inside of an element that it reads. */
    private void listen(Query query) {
        if (query.goesByNames && !query.isReader && query.matcher.selection().reads()) {
            query.isReader = true;
            readers[readerCount++] = query;
        }
    }

    private Query[] named(Name name) {
        int id = name.id();
        if (id >= byName.length) {
            byName = Arrays.copyOf(byName, Math.max(2 * byName.length, id + 1));
        }
        if (byName[id] == null) {
            byName[id] = Arrays.stream(all)
                    .filter(query -> query.goesByNames && query.matcher.names(name))
                    .toArray(Query[]::new);
            if (byName[id].length == 0) {
                unnamed.add(name);
            }
        }
        return byName[id];
    }

    private void end(int depth) {
        if (depth <= 2) {
            for (Query query : all) {
                query.matcher.end(depth);
                query.told = depth - 1;
                settle(query);
            }
            dropReaders();
            return;
        }
        for (int i = enteredFrom[depth]; i < enteredCount; i++) {
            entered[i].matcher.end(depth);
            entered[i].told = depth - 1;
            settle(entered[i]);
        }
        enteredCount = enteredFrom[depth];
        dropReaders();
        for (Query query : curious) {
            query.matcher.end(depth);
            settle(query);
        }
    }

    /** Those that read no more hear of no texts. */
    private void dropReaders() {
        int still = curious.length;
        for (int i = still; i < readerCount; i++) {
            Query reader = readers[i];
            reader.isReader = !reader.isOver() && reader.matcher.selection().reads();
            if (reader.isReader) {
                readers[still++] = reader;
            }
        }
        readerCount = still;
    }

    private void endDocument() {
        if (!places.hasBody()) {
            giveUp();
        }
        for (Query query : all) {
            query.matcher.selection().finish();
            settle(query);
        }
    }

    /** Takes the answer of a query that has one now. */
    private void settle(Query query) {
        if (done[query.plan]) {
            return;
        }
        if (query.matcher.selection().needsTree()) {
            giveUp(query.plan);
        } else if (query.isOver() && answers[query.plan][query.index] == Node.UNKNOWN) {
            answers[query.plan][query.index] = query.matcher.selection().answer();
            decide(query.plan);
        }
    }

    private void decide(int index) {
        Object result =
                plans[index] == null ? Node.UNKNOWN : plans[index].root().value(answers[index], variables);
        if (result != Node.UNKNOWN && !done[index]) {
            done[index] = true;
            undecided--;
            boolean isBoolean = plans[index].kind() == ResultType.BOOLEAN;
            values[index] = isBoolean ? XPathValues.bool(result) : result == null ? ABSENT : result;
        }
    }

    private void giveUp() {
        needsTree = true;
        for (int i = 0; i < plans.length; i++) {
            giveUp(i);
        }
    }

    private void giveUp(int index) {
        if (!done[index]) {
            done[index] = true;
            undecided--;
        }
    }

    /** Elements between those depths have begun that were ignorable. */
    private void passed(int from, int to) {
        for (Query query : curious) {
            query.matcher.passed(from, to);
        }
        for (int depth = from + 1; depth < to; depth++) {
            open(depth);
        }
    }

    private void open(int depth) {
        if (depth >= enteredFrom.length) {
            enteredFrom = Arrays.copyOf(enteredFrom, 2 * depth);
            livelyFrom = Arrays.copyOf(livelyFrom, 2 * depth);
        }
        enteredFrom[depth] = enteredCount;
        livelyFrom[depth] = enteredCount;
    }

    /** Names of children that cannot change any result, of the open element at that depth; null when its texts or all children can. */
    private NameSet ignorableInside(int depth) {
        if (depth < 3 || readerCount > curious.length) {
            return null;
        }
        NameSet ignorable = leadsOn(depth) ? unnamed : NameSet.ALL;
        for (int i = 0; i < curious.length && ignorable != null; i++) {
            NameSet own = done[curious[i].plan] ? NameSet.ALL : curious[i].matcher.ignorableInside(depth);
            if (own != NameSet.ALL && own != ignorable) {
                ignorable = ignorable == NameSet.ALL ? own : null;
            }
        }
        return ignorable;
    }

    /** Whether one that goes by names may find something inside of the innermost open element. */
    private boolean leadsOn(int depth) {
        int i = livelyFrom[depth];
        while (i < enteredCount && (done[entered[i].plan] || !entered[i].matcher.leadsOn(depth))) {
            i++;
        }
        livelyFrom[depth] = i;
        return i < enteredCount;
    }
}
