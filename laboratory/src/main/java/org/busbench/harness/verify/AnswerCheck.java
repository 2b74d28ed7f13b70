package org.busbench.harness.verify;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.busbench.harness.scenario.Backend.FromFiles;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.NoncePlace;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenario.Row;
import org.busbench.harness.text.Problem;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/** Holds an answer against the demands of a scenario. For one thread. */
final class AnswerCheck {
    private final Messages messages;
    private final HardenedXml xml = new HardenedXml();
    private final XPath xpath = XPathFactory.newDefaultInstance().newXPath();
    private final XmlComparison comparison = new XmlComparison();
    private final ObjectMapper json = new ObjectMapper()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    AnswerCheck(Messages messages) {
        this.messages = messages;
    }

    /**
     * What the answer to a row's message lacks.
     *
     * @param route the backend that must have answered; null where routes are not checked
     */
    Optional<String> fault(String size, Row row, String nonce, String route, Answer answer) {
        Scenario.Answer demanded = messages.scenario().answer();
        if (answer.status() != demanded.status()) {
            return Optional.of("status " + answer.status() + " instead of " + demanded.status());
        }
        String text = new String(answer.body(), UTF_8);
        return nonceFault(demanded.nonce(), nonce, answer)
                .or(() -> textFault(demanded, messages.contained(size, row, nonce), text))
                .or(() -> routeFault(row, nonce, route, text));
    }

    /** How the answer to a message that must be refused is no such refusal. */
    Optional<String> refusalFault(Answer answer) {
        Scenario.Refusal demanded = messages.scenario().refusal().orElseThrow();
        if (!demanded.statuses().contains(answer.status())) {
            return Optional.of("status " + answer.status() + " instead of one of " + demanded.statuses());
        }
        String text = new String(answer.body(), UTF_8);
        return demanded.contains().stream()
                .filter(part -> !text.contains(part))
                .findFirst()
                .map(part -> "'" + part + "' is not in the refusal");
    }

    /** How the whole answer differs from the expected one: as XML or JSON, or to the byte where it is neither. */
    Optional<String> difference(String expected, String type, byte[] actual) {
        try {
            if (type.endsWith("xml")) {
                boolean ordered = messages.scenario().answer().ordered();
                return comparison
                        .difference(expected.getBytes(UTF_8), actual, ordered)
                        .map(AnswerCheck::another);
            }
            if (type.endsWith("json")) {
                return jsonDifference(expected, actual).map(AnswerCheck::another);
            }
        } catch (Problem malformed) {
            throw new Problem(messages.scenario().file() + ": " + malformed.getMessage(), malformed);
        }
        String text = new String(actual, UTF_8);
        return text.equals(expected)
                ? Optional.empty()
                : Optional.of(another(text.length() + " characters, the first other one at "
                        + Arrays.mismatch(expected.toCharArray(), text.toCharArray()) + ", where " + expected.length()
                        + " are expected"));
    }

    /**
     * How a message at the backend differs from the one that must reach it. Where a mediator makes it, it may leave out
     * comments, blanks between elements and an empty header of SOAP.
     *
     * @param type of the message that was sent; one that a mediator makes may be XML in any case
     */
    Optional<String> arrivalDifference(String expected, String type, byte[] actual) {
        boolean made = messages.scenario().backend() instanceof FromFiles files
                && !files.arrives().isEmpty();
        return made && expected.startsWith("<")
                ? comparison.differenceOfMessages(expected.getBytes(UTF_8), actual)
                : difference(expected, type, actual);
    }

    private static String another(String difference) {
        return "another answer than expected: " + difference;
    }

    private Optional<String> jsonDifference(String expected, byte[] actual) {
        JsonNode wanted;
        try {
            wanted = json.readTree(expected);
        } catch (IOException malformed) {
            throw new Problem("the expected answer is not JSON" + place(malformed), malformed);
        }
        try {
            return JsonDifference.between("", wanted, json.readTree(actual));
        } catch (IOException malformed) {
            return Optional.of("it is not JSON" + place(malformed));
        }
    }

    /** Where a text stops being JSON. The parser's own words are about its classes. */
    private static String place(IOException malformed) {
        return malformed instanceof JsonProcessingException found && found.getLocation() != null
                ? " (line " + found.getLocation().getLineNr() + ", column "
                        + found.getLocation().getColumnNr() + ")"
                : "";
    }

    private Optional<String> nonceFault(NoncePlace place, String nonce, Answer answer) {
        Optional<String> found;
        try {
            found = find(place, answer.body());
        } catch (IOException | SAXException unreadable) {
            return Optional.of(
                    "its nonce cannot be looked for with " + place.kind() + ": " + Problem.brief(unreadable));
        }
        return found.filter(nonce::equals).isPresent()
                ? Optional.empty()
                : Optional.of("the nonce at " + place.kind() + " " + place.text() + " is "
                        + found.map(other -> "'" + other + "'").orElse("missing") + " instead of '" + nonce + "'");
    }

    /** The nonce at a place of a message; empty where nothing stands there. */
    Optional<String> find(NoncePlace place, byte[] body) throws IOException, SAXException {
        if (place instanceof NoncePlace.Pointer) {
            JsonNode node;
            try {
                node = json.readTree(body).at(place.text());
            } catch (JsonProcessingException malformed) {
                throw new IOException("it is not JSON" + place(malformed), malformed);
            }
            return node.isValueNode() ? Optional.of(node.asText()) : Optional.empty();
        }
        if (place instanceof NoncePlace.Regex) {
            try {
                Matcher matcher = Pattern.compile(place.text()).matcher(new String(body, UTF_8));
                return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
            } catch (StackOverflowError deep) {
                // Java's matcher calls itself for each turn of a repeated group.
                throw new IOException("it repeats a group too often: write [\\s\\S]* in place of (.|\\n)*", deep);
            }
        }
        Document document = xml.parse(body);
        withoutNamespaces(document, document);
        try {
            String text = xpath.evaluate(place.text(), document);
            return text.isEmpty() ? Optional.empty() : Optional.of(text.strip());
        } catch (XPathExpressionException e) {
            throw new SAXException(e);
        }
    }

    private static void withoutNamespaces(Document document, Node parent) {
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child.getNodeType() == Node.ELEMENT_NODE) {
                Element element = (Element) document.renameNode(child, null, child.getLocalName());
                NamedNodeMap attributes = element.getAttributes();
                for (Node attribute : IntStream.range(0, attributes.getLength())
                        .mapToObj(attributes::item)
                        .toList()) {
                    boolean declares = XMLConstants.XMLNS_ATTRIBUTE_NS_URI.equals(attribute.getNamespaceURI());
                    if (!declares && !element.hasAttribute(attribute.getLocalName())) {
                        document.renameNode(attribute, null, attribute.getLocalName());
                    }
                }
                withoutNamespaces(document, element);
                child = element;
            }
        }
    }

    private static Optional<String> textFault(Scenario.Answer demanded, List<String> contained, String text) {
        Optional<String> missing = contained.stream()
                .filter(part -> !text.contains(part))
                .findFirst()
                .map(part -> "it does not hold '" + part + "'");
        return missing.or(() -> demanded.lacks().stream()
                        .filter(text::contains)
                        .findFirst()
                        .map(part -> "it holds '" + part + "'"))
                .or(() -> demanded.ends()
                        .filter(end -> !text.stripTrailing().endsWith(end))
                        .map(end -> "it does not end with '" + end + "'"));
    }

    private Optional<String> routeFault(Row row, String nonce, String route, String text) {
        return messages.routeText(row, nonce, route)
                .filter(named -> !text.contains(named))
                .map(named -> "wrong route: it does not hold '" + named + "'");
    }

    /** Where two JSON documents differ. Numbers are compared by value, members in any order. */
    private static final class JsonDifference {
        private static final Comparator<JsonNode> BY_VALUE = (one, other) -> one.isNumber() && other.isNumber()
                ? one.decimalValue().compareTo(other.decimalValue())
                : one.equals(other) ? 0 : 1;

        private JsonDifference() {}

        static Optional<String> between(String at, JsonNode wanted, JsonNode got) {
            if (wanted.equals(BY_VALUE, got)) {
                return Optional.empty();
            }
            if (wanted.isObject() && got.isObject()) {
                return inside(at, wanted, got);
            }
            if (wanted.isArray() && got.isArray() && wanted.size() == got.size()) {
                return Stream.iterate(0, i -> i < wanted.size(), i -> i + 1)
                        .flatMap(i -> between(at + "/" + i, wanted.get(i), got.get(i)).stream())
                        .findFirst();
            }
            return Optional.of(shown(got) + " instead of " + shown(wanted) + " at " + (at.isEmpty() ? "/" : at));
        }

        private static Optional<String> inside(String at, JsonNode wanted, JsonNode got) {
            return Stream.concat(wanted.propertyStream(), got.propertyStream())
                    .map(Map.Entry::getKey)
                    .flatMap(name -> {
                        String place = at + "/" + name;
                        if (!wanted.has(name)) {
                            return Stream.of("something at " + place + " where nothing is expected");
                        }
                        return got.has(name)
                                ? between(place, wanted.get(name), got.get(name)).stream()
                                : Stream.of("nothing at " + place);
                    })
                    .findFirst();
        }

        private static String shown(JsonNode node) {
            String text = node.toString();
            return text.length() > 80 ? text.substring(0, 80) + "..." : text;
        }
    }
}
