package org.busbench.mediation.xslt.stream;

import java.util.Arrays;
import java.util.List;
import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xpath.syntax.NameTest;

/**
 * Which of a program's name tests a name satisfies, computed once for each name of the symbol table.
 *
 * <p>Confined to one thread.
 */
public final class NameTests {

    /** The last two bits stand for texts, and say that the others have been computed. */
    public static final int MOST_TESTS = 62;

    /** The bit that texts have. */
    public static final long TEXT = 1L << MOST_TESTS;

    private static final long KNOWN = TEXT << 1;

    private final List<NameTest> tests;
    private long[] bits = new long[64];

    NameTests(List<NameTest> tests) {
        this.tests = tests;
    }

    /** Names have got other ids. */
    void forget() {
        Arrays.fill(bits, 0);
    }

    long bits(Name name) {
        int id = name.id();
        return id < bits.length && bits[id] != 0 ? bits[id] : computed(name);
    }

    private long computed(Name name) {
        long found = KNOWN;
        for (int i = 0; i < tests.size(); i++) {
            if (tests.get(i).matches(name.namespace(), name.local())) {
                found |= 1L << i;
            }
        }
        if (name.id() >= bits.length) {
            bits = Arrays.copyOf(bits, Math.max(2 * bits.length, name.id() + 1));
        }
        bits[name.id()] = found;
        return found;
    }
}
