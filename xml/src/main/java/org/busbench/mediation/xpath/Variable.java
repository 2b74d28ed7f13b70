package org.busbench.mediation.xpath;

import java.util.Map;
import java.util.Set;

/**
 * A variable of a message for which an {@link Expression} asks.
 *
 * @param prefix {@code trp}, {@code ctx}, {@code axis2} or {@code url}; {@code message} for what only {@code get-property()} tells
 */
public record Variable(String prefix, String name) {
    private static final Map<String, String> SCOPES = Map.of("default", "ctx", "axis2", "axis2", "transport", "trp");

    private static final Set<String> OF_THE_MESSAGE =
            Set.of("To", "Action", "MessageID", "MESSAGE_FORMAT", "SYSTEM_DATE", "SYSTEM_TIME");

    private static final Set<String> OTHER_SCOPES = Set.of("func", "registry", "system");
    private static final String DATE = "SYSTEM_DATE";

    /**
     * Returns the variable that holds what {@code get-property()} tells of a name in a scope; null for none. Behind a name that is no scope stands a format,
     * for which only the date asks.
     */
    public static Variable ofProperty(String scope, String name) {
        String prefix = SCOPES.get(scope);
        if (prefix == null && !OTHER_SCOPES.contains(scope)) {
            return scope.equals(DATE) ? new Variable("message", DATE + " " + name) : ofProperty("default", scope);
        }
        if (prefix == null || name.isEmpty()) {
            return null;
        }
        return new Variable(prefix.equals("ctx") && OF_THE_MESSAGE.contains(name) ? "message" : prefix, name);
    }
}
