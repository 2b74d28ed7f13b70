package org.busbench.harness.verify;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.scenario.Backend;
import org.busbench.harness.scenario.Message;
import org.busbench.harness.scenario.Messages;
import org.busbench.harness.scenario.RequestPath;
import org.busbench.harness.scenario.Scenario;
import org.busbench.harness.scenario.Scenario.Row;

/**
 * A message of a scenario in which only the nonce is still to be filled in, and what a right answer to it must hold.
 *
 * @param url where it goes, with {@link #NONCE} where the nonce goes
 * @param message with {@link #NONCE} where the nonce goes
 * @param status of a right answer
 * @param contains texts that must be in it, in which {@link #NONCE} stands for the nonce
 * @param lacks texts that must not be in it
 * @param ends what it ends with, blanks apart; null when it may end with anything
 * @param route text by which it names its backend; null where routes are not checked
 * @param otherRoutes texts by which it would name another one
 */
public record ProbeMessage(
        URI url,
        Message message,
        int status,
        List<String> contains,
        List<String> lacks,
        String ends,
        String route,
        List<String> otherRoutes) {

    /** Stands for the nonce: 16 characters, so that a nonce of 16 changes no length. */
    public static final String NONCE = QuoteJob.NONCE;

    public ProbeMessage {
        contains = List.copyOf(contains);
        lacks = List.copyOf(lacks);
        otherRoutes = List.copyOf(otherRoutes);
        if (!(url + message.headerLines() + message.body().orElse("")).contains(NONCE)) {
            throw new IllegalArgumentException("the message has no place for a nonce: " + message);
        }
    }

    /** The messages that a target gets, at least one: one for each route that the data know. */
    public static List<ProbeMessage> of(Target target, String size) {
        Messages messages = new Messages(target.sends());
        return target.sends().data().samples().stream()
                .map(row -> of(messages, target, size, row))
                .toList();
    }

    private static ProbeMessage of(Messages messages, Target target, String size, Row row) {
        Scenario scenario = messages.scenario();
        String route = target.route() == null ? scenario.route(row).orElse(null) : target.route();
        Optional<String> routeText = messages.routeText(row, NONCE, route);
        List<String> others = Stream.concat(
                        Backend.INSTANCES.stream(),
                        scenario.data().samples().stream().flatMap(other -> other.route().stream()))
                .distinct()
                .flatMap(other -> messages.routeText(row, NONCE, other).stream())
                .filter(text -> !text.equals(routeText.orElse(null)))
                .toList();
        return new ProbeMessage(
                RequestPath.filled(target.url(), size, NONCE),
                messages.of(size, row, NONCE),
                scenario.answer().status(),
                messages.contained(size, row, NONCE),
                scenario.answer().lacks(),
                scenario.answer().ends().orElse(null),
                routeText.orElse(null),
                others);
    }
}
