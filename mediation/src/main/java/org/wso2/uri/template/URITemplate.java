package org.wso2.uri.template;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The URI template of an API's resource (RFC 6570), matched against requests. Synapse asks for it by this name; the library of that name is in no public
 * registry.
 *
 * <p>A variable of a path has at least one character, and its value is told without percent-encoding. A slash at the end of a path does not count, and neither
 * does a query of which the template says nothing. {@code *} at the end of a template stands for any rest, as in WSO2's products. Matching takes time in
 * proportion to the length of the request.
 *
 * <p>Immutable.
 */
public final class URITemplate {

    private static final String OPERATORS = "+#./;?&";
    private static final String PATH_CHARACTERS = "[^/?#]";
    private static final String QUERY_CHARACTERS = "[^&#]";

    private final String template;
    private final Pattern pattern;
    /** The variable of each group of the pattern; null for the group of the query that {@link #named} are taken from. */
    private final List<String> variables = new ArrayList<>();
    /** Parameters of a query that may come in any order, or not at all. */
    private final List<String> named = new ArrayList<>();
    /** Whether the template says something of the query. */
    private final boolean asksForQuery;

    /**
     * For one template.
     *
     * @throws URITemplateException when a brace has no partner, or an expression names no variable
     */
    public URITemplate(String template) throws URITemplateException {
        this.template = template;
        String text = template.endsWith("?*") ? template.substring(0, template.length() - 2) : template;
        boolean open = text.endsWith("*");
        text = withoutSlash(open ? text.substring(0, text.length() - 1) : text);
        StringBuilder regex = new StringBuilder();
        boolean query = false;
        int at = 0;
        while (at < text.length()) {
            int brace = text.indexOf('{', at);
            String literal = text.substring(at, brace < 0 ? text.length() : brace);
            if (literal.indexOf('}') >= 0) {
                throw new URITemplateException("the URI template '" + template + "' has a } without a {");
            }
            query |= literal.indexOf('?') >= 0;
            regex.append(Pattern.quote(literal));
            if (brace < 0) {
                break;
            }
            int end = text.indexOf('}', brace);
            if (end < 0) {
                throw new URITemplateException("the URI template '" + template + "' has a { without a }");
            }
            String expression = text.substring(brace + 1, end);
            regex.append(expression(expression, query));
            query |= expression.startsWith("?");
            at = end + 1;
        }
        if (open) {
            regex.append(template.endsWith("/*") ? "(?:[/?].*)?" : ".*");
        }
        this.asksForQuery = query || open;
        this.pattern = Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    /**
     * Returns whether a path, perhaps with a query, matches.
     *
     * @param found gets the variables if it does; of a variable that stands twice both places must have the same value
     */
    public boolean matches(String uri, Map<String, String> found) {
        int question = uri.indexOf('?');
        String path = withoutSlash(question < 0 ? uri : uri.substring(0, question));
        Matcher matcher = pattern.matcher(asksForQuery && question >= 0 ? path + uri.substring(question) : path);
        if (!matcher.matches()) {
            return false;
        }
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < variables.size(); i++) {
            String value = matcher.group(i + 1);
            String name = variables.get(i);
            if (value == null) {
                continue;
            }
            if (name == null) {
                parameters(value, values);
            } else {
                String before = values.put(name, decoded(value));
                if (before != null && !before.equals(values.get(name))) {
                    return false;
                }
            }
        }
        found.putAll(values);
        return true;
    }

    /** One expression (RFC 6570 section 2.2) as a regular expression with a group for each variable. */
    private String expression(String expression, boolean query) throws URITemplateException {
        boolean hasOperator = !expression.isEmpty() && OPERATORS.indexOf(expression.charAt(0)) >= 0;
        char operator = hasOperator ? expression.charAt(0) : ' ';
        String[] names = (hasOperator ? expression.substring(1) : expression).split(",", -1);
        StringBuilder regex = new StringBuilder();
        for (String each : names) {
            boolean explodes = each.endsWith("*");
            String[] parts = (explodes ? each.substring(0, each.length() - 1) : each).split(":", 2);
            if (!parts[0].matches("[\\w.%-]+") || (parts.length == 2 && !parts[1].matches("[1-9]\\d{0,2}"))) {
                throw new URITemplateException("the URI template '" + template
                        + "' has an expression without the name of a variable: {" + expression + "}");
            }
            boolean first = regex.isEmpty();
            if (operator == '?' || operator == '&') {
                named.add(parts[0]);
                if (first) {
                    regex.append(operator == '?' ? "(?:\\?([^#]*))?" : "((?:&[^#]*)?)");
                    variables.add(null);
                }
                continue;
            }
            variables.add(parts[0]);
            String count = parts.length == 2 ? "{1," + parts[1] + "}" : query ? "*" : "+";
            regex.append(variable(operator, first, explodes, parts[0], count, query, names.length > 1));
        }
        return regex.toString();
    }

    private static String variable(
            char operator, boolean first, boolean explodes, String name, String count, boolean query, boolean listed) {
        String one = query ? QUERY_CHARACTERS : PATH_CHARACTERS;
        return switch (operator) {
            case '+' -> (first ? "" : ",") + "(." + count + ")";
            case '#' -> (first ? "#" : ",") + "(." + count + ")";
            case '.' -> "\\.(" + (explodes ? one : "[^/?#.]") + count + ")";
            case '/' -> "/(" + (explodes ? "[^?#]" : one) + count + ")";
            case ';' -> "(?:;" + Pattern.quote(name) + "(?:=([^/?#;]*))?)?";
            default -> (first ? "" : ",") + "(" + (listed ? "[^/?#&,]" : one) + count + ")";
        };
    }

    private void parameters(String query, Map<String, String> values) {
        for (String parameter : query.split("&", -1)) {
            int equals = parameter.indexOf('=');
            String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
            if (named.contains(name)) {
                values.putIfAbsent(name, equals < 0 ? "" : decoded(parameter.substring(equals + 1)));
            }
        }
    }

    /** Percent-encoding stands for bytes of UTF-8 (RFC 3986 section 2.1); what is no such encoding stays. */
    private static String decoded(String value) {
        if (value.indexOf('%') < 0) {
            return value;
        }
        try {
            return URLDecoder.decode(value.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return value;
        }
    }

    private static String withoutSlash(String path) {
        return path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }

    @Override
    public String toString() {
        return template;
    }
}
