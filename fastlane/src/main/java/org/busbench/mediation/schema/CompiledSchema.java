package org.busbench.mediation.schema;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.busbench.mediation.xml.Attributes;
import org.busbench.mediation.xml.Characters;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;

/**
 * A schema as tables. It accepts no element that a validator refuses; one that it does not accept may be valid or not. Immutable. Names are those of
 * {@link Name#toString}.
 *
 * @param roots the global elements
 * @param types null for one of which nothing is known
 */
public record CompiledSchema(Map<String, Child> roots, List<ElementType> types) {
    static final int UNKNOWN = -1;

    private static final int MOST_KEPT = 64 << 10;

    /**
     * What an element may hold.
     *
     * @param required how many attributes it must have
     * @param text the value that its texts make, or null if it may have elements
     */
    record ElementType(
            Map<String, Attribute> attributes,
            long required,
            SimpleType text,
            Map<String, Child> children,
            Pattern model,
            boolean isMixed) {}

    record Attribute(boolean isRequired, SimpleType type) {}

    /** An element: the character for which it stands in a model, and the index of its type. */
    record Child(char symbol, int type) {}

    /** Reads one element with all that is in it, token by token. For one thread. */
    public static final class Reader {
        private static final char BEGIN = '<';

        private final CompiledSchema schema;
        private final Map<Name, String> names = new HashMap<>();
        private Tokenizer last;
        private int generation;
        private final Deque<ElementType> open = new ArrayDeque<>();
        /** Of each open element: its symbol, {@link #BEGIN}, and its children so far. */
        private final StringBuilder symbols = new StringBuilder();

        private final ByteArrayOutputStream text = new ByteArrayOutputStream();

        public Reader(CompiledSchema schema) {
            this.schema = schema;
        }

        /** Begins with a document, which the tokenizer has begun. */
        public void start(Tokenizer tokenizer) {
            if (tokenizer != last || generation != tokenizer.generation()) {
                last = tokenizer;
                generation = tokenizer.generation();
                names.clear();
            }
            open.clear();
            symbols.setLength(0);
        }

        /** Takes the token that was read last; false when the element is not known to be valid, which is final. */
        public boolean take(Token token, byte[] in) {
            return switch (token) {
                case START -> begin(in);
                case END -> end();
                case TEXT -> text(in, last.from(), last.to());
                case CHARACTER -> {
                    byte[] one = Character.toString(last.codePoint()).getBytes(StandardCharsets.UTF_8);
                    yield text(one, 0, one.length);
                }
                default -> true;
            };
        }

        private String name(Name name) {
            return names.computeIfAbsent(name, Name::toString);
        }

        private boolean begin(byte[] in) {
            Map<String, Child> allowed = open.isEmpty() ? schema.roots : open.peek().children;
            Child child = allowed.get(name(last.tag().name()));
            ElementType type = child == null || child.type == UNKNOWN ? null : schema.types.get(child.type);
            if (type == null || symbols.length() >= MOST_KEPT) {
                return false;
            }
            open.push(type);
            symbols.append(child.symbol).append(BEGIN);
            text.reset();
            Attributes all = last.tag().hasAttributes() ? last.attributes() : null;
            int required = 0;
            for (int i = 0; all != null && i < all.count(); i++) {
                Attribute one = type.attributes.get(name(all.name(i)));
                boolean isValid = one != null
                        && (all.isVerbatim(i)
                                ? one.type.accepts(in, all.from(i), all.to(i))
                                : one.type.accepts(all.value(i)));
                if (!isValid) {
                    return false;
                }
                required += one.isRequired ? 1 : 0;
            }
            return required == type.required;
        }

        private boolean end() {
            ElementType type = open.pop();
            int begins = symbols.lastIndexOf("<");
            boolean isValid = type.text == null
                    ? type.model
                            .matcher(symbols)
                            .region(begins + 1, symbols.length())
                            .matches()
                    : type.text.accepts(text.toByteArray(), 0, text.size());
            symbols.setLength(begins);
            return isValid;
        }

        private boolean text(byte[] in, int from, int to) {
            ElementType type = open.peek();
            if (type.text != null) {
                boolean isShort = to - from <= MOST_KEPT - text.size();
                text.write(in, from, isShort ? to - from : 0);
                return isShort;
            }
            // An element without any content has no white space.
            return type.isMixed || (!type.children.isEmpty() && Characters.spaceEnd(in, from, to) == to);
        }
    }
}
