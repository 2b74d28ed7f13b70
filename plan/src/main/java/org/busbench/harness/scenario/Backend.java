package org.busbench.harness.scenario;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The service that answers behind the system under test. */
public sealed interface Backend {
    List<String> INSTANCES = List.of("backend-A", "backend-B", "backend-C");

    /** The instance of the scenarios over TLS; it alone speaks TLS. */
    String OVER_TLS = "backend-T";

    /** Whether it is ours, so that its counts can be compared with those of the clients. */
    default boolean isOurs() {
        return !(this instanceof Theirs);
    }

    default List<Path> files() {
        return List.of();
    }

    /** Method, if only one is answered, and path of a service that is this scenario's alone; empty where it has none. */
    default Optional<String> ownPlace() {
        return Optional.empty();
    }

    /** The nonces of the messages that reach it for one request, each with <code>${nonce}</code> for that of the request. */
    default List<String> nonces() {
        return List.of(Arrival.SAME);
    }

    /** The path at which any instance answers the scenario's own messages, as a client sends them; empty where it does not. */
    default Optional<String> pathForClients() {
        return Optional.empty();
    }

    /**
     * The SimpleStockQuote service.
     *
     * @param format the words in which a client asks
     * @param wsdl whether the system under test publishes a WSDL of its own
     */
    record Stockquote(Format format, Optional<Transform> transform, boolean wsdl) implements Backend {
        /** The column of the data by whose values quotes are asked for. */
        public static final String SYMBOL = "symbol";

        public static final String PATH = "/services/SimpleStockQuoteService";

        @Override
        public List<Path> files() {
            return transform
                    .map(stylesheets -> List.of(stylesheets.request(), stylesheets.response()))
                    .orElse(List.of());
        }

        @Override
        public Optional<String> pathForClients() {
            return transform.isPresent() ? Optional.empty() : Optional.of(PATH);
        }
    }

    /**
     * Words in which a client asks for quotes: local names of elements.
     *
     * @param quantity whose text is a whole number; anything else is refused by the backend
     */
    record Format(String call, String element, String symbol, String ref, String quantity, String note) {
        /** The service's own words. */
        public static final Format OWN = new Format("getQuote", "request", "symbol", "ref", "quantity", "note");
    }

    /**
     * The stylesheets that a mediator must apply.
     *
     * @param request from the client's message to the backend's
     * @param response from the backend's answer to the client's
     */
    record Transform(Path request, Path response) {}

    /**
     * A service that is made of files.
     *
     * @param method of the requests that it answers; empty for all
     * @param path where it is reached on each instance; <code>${nonce}</code> in it is that of the request
     * @param nonce where an arriving request carries it
     * @param accepts texts without which a request is refused with 400
     * @param arrives the messages that must reach it for one request; empty where that is the request itself, once
     */
    record FromFiles(
            Optional<String> method,
            String path,
            NoncePlace nonce,
            List<String> accepts,
            Reply answer,
            List<Arrival> arrives)
            implements Backend {
        public FromFiles {
            accepts = List.copyOf(accepts);
            arrives = List.copyOf(arrives);
        }

        @Override
        public List<Path> files() {
            return Stream.concat(
                            Stream.of(answer.body),
                            arrives.stream().flatMap(arrival -> arrival.bodies().values().stream()))
                    .distinct()
                    .toList();
        }

        @Override
        public List<String> nonces() {
            return arrives.isEmpty()
                    ? Backend.super.nonces()
                    : arrives.stream().map(Arrival::nonce).toList();
        }

        @Override
        public Optional<String> pathForClients() {
            return arrives.isEmpty() ? Optional.of(path) : Optional.empty();
        }

        @Override
        public Optional<String> ownPlace() {
            return Optional.of(method.map(only -> only + " ").orElse("") + path);
        }

        /** The backend program's arguments for this service, which follow those of any other one. */
        public List<String> arguments() {
            List<String> arguments = new ArrayList<>(
                    List.of("--answer-path", path, "--answer-nonce", nonce.kind() + "=" + nonce.text()));
            method.ifPresent(only -> arguments.addAll(List.of("--answer-method", only)));
            accepts.forEach(text -> arguments.addAll(List.of("--answer-accepts", text)));
            arguments.addAll(List.of(
                    "--answer-body",
                    answer.body.toString(),
                    "--answer-type",
                    answer.type,
                    "--answer-status",
                    Integer.toString(answer.status),
                    "--answer-delay",
                    answer.delay,
                    "--answer-size",
                    Integer.toString(answer.size)));
            if (answer.chunked) {
                arguments.add("--answer-chunked");
            }
            return arguments;
        }
    }

    /**
     * A message that must reach a service of files for each request.
     *
     * @param part its number among those of its kind, beginning at 1: <code>${part}</code> in its body
     * @param nonce where <code>${nonce}</code> stands for that of the request
     * @param bodies template of its body by size, in which <code>${nonce}</code> is that of the request
     */
    record Arrival(int part, String nonce, Map<String, Path> bodies) {
        /** The nonce of the request itself. */
        public static final String SAME = "${nonce}";

        public Arrival {
            bodies = Map.copyOf(bodies);
        }
    }

    /**
     * What a service of files answers.
     *
     * @param body template of the body
     * @param type its Content-Type
     * @param delay how long it is held back, in the words of the backend's {@code --delay}
     * @param size bytes up to which <code>${fill}</code> fills it; 0 for none
     */
    record Reply(Path body, String type, int status, boolean chunked, String delay, int size) {}

    /** The user's own service, of which nothing is counted. */
    record Theirs() implements Backend {}
}
