package org.busbench.harness.scenario;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;

/** Where a message carries its nonce. */
public sealed interface NoncePlace {
    /** The key in a scenario's file. */
    String kind();

    /** The expression as files write it, behind its key. */
    String text();

    /** An XPath expression over the names of elements without their prefixes: namespaces say nothing. */
    record XPath(String text) implements NoncePlace {
        private static final Pattern LITERAL = Pattern.compile("'[^']*'|\"[^\"]*\"");
        /** An axis is followed by two colons. */
        private static final Pattern PREFIX = Pattern.compile("(?<![\\w.-])([A-Za-z_][\\w.-]*):(?!:)");

        public XPath {
            try {
                XPathFactory.newDefaultInstance().newXPath().compile(text);
            } catch (XPathExpressionException malformed) {
                throw new IllegalArgumentException("'" + text + "' is not an XPath expression", malformed);
            }
            Matcher prefix = PREFIX.matcher(LITERAL.matcher(text).replaceAll("''"));
            if (prefix.find()) {
                throw new IllegalArgumentException("'" + text + "' has the prefix '" + prefix.group(1)
                        + "', and names are compared without prefixes and namespaces: write '"
                        + text.replace(prefix.group(1) + ":", "") + "'");
            }
        }

        @Override
        public String kind() {
            return "xpath";
        }
    }

    /** A JSON pointer (RFC 6901). */
    record Pointer(String text) implements NoncePlace {
        /** Refuses what is none, and the one that means the whole document. */
        public Pointer {
            if (!text.startsWith("/")) {
                throw new IllegalArgumentException("'" + text + "' is not a JSON pointer: begin with /");
            }
            JsonPointer.compile(text);
        }

        @Override
        public String kind() {
            return "pointer";
        }
    }

    /** A regular expression whose one group is the nonce. */
    record Regex(String text) implements NoncePlace {
        /** Refuses what is none, or has no group. */
        public Regex {
            try {
                if (Pattern.compile(text).matcher("").groupCount() != 1) {
                    throw new IllegalArgumentException(
                            "'" + text + "' must have one group (in parentheses) that is the nonce");
                }
            } catch (PatternSyntaxException malformed) {
                throw new IllegalArgumentException(
                        "'" + text + "' is not a regular expression: " + malformed.getDescription(), malformed);
            }
        }

        @Override
        public String kind() {
            return "regex";
        }
    }
}
