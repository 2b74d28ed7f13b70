package org.busbench.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.busbench.harness.Example;
import org.busbench.harness.JsonSchema;
import org.busbench.harness.scenario.Scenario.Row;
import org.busbench.harness.text.ConfigProblem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioFolderTest {
    private static final String CORRECT = """
            schema: busbench/scenario/1
            name: orders
            title: Orders
            about: Takes orders
            request:
              method: PUT
              path: /orders
              headers: {Content-Type: application/json, X-Item: "${item}"}
              body: ${project}/order-${size}.json
              values: {nonce: 0000000000000000}
            sizes: [1, big]
            data: rows.csv
            answer:
              status: 201
              nonce: {pointer: /ref}
              contains: ['"${nonce}"', {text: thanks, sizes: [big]}]
              lacks: [fault]
              ends: '}'
              route: {text: 'by ${route}'}
              expected: answer.json
            backend:
              path: /orders
              nonce: {regex: 'ref":"([0-9a-f]{16})"'}
              accepts: [item]
              answer: {body: answer.json, type: application/json, status: 201, chunked: true, delay: fixed:5ms, size: 900}
            """;
    private static final String BACKEND = CORRECT.substring(CORRECT.indexOf("backend:"));
    private static final Example OVER_TLS = Example.changed(
            CORRECT.replace("'by ${route}'", "'by ${route}', only: backend-T"),
            "title: Orders",
            "title: Orders\ntls: true");
    private static final String QUOTES = CORRECT.replace(BACKEND, "backend: stockquote\n")
            .replace("data: rows.csv", "data: quotes.csv")
            .replace("about: Takes orders", "about: SimpleStockQuote");

    @TempDir
    private Path project;

    private Path folder;

    static Stream<Example> examples() {
        return Stream.of(
                Example.accepted("nothing", CORRECT),
                change(BACKEND, "backend: stockquote\n")
                        .refusedByReader(
                                "12: the quote service is asked for symbols: 'data'" + " needs the column 'symbol'"),
                Example.changed(QUOTES, "SimpleStockQuote", "SimpleStockQuote"),
                Example.changed(QUOTES, "  route: {text: 'by ${route}'}\n", "")
                        .refusedByReader("13: 'route' is missing: the quote service has three instances, so say how an"
                                + " answer names its own"),
                change("data: rows.csv", "data: nonces.csv")
                        .refusedByReader(
                                "12: FOLDER/nonces.csv: each value of its column 'nonce' must be 16 hex digits in"
                                        + " lower case, which are made anew for each request"),
                change(BACKEND, "backend: theirs\n"),
                change("path: /orders\n  headers", "path: /orders/${nonce}\n  headers"),
                change("path: /orders\n  headers", "path: /orders/${id}\n  headers")
                        .refusedByReader("7: unknown expression ${id}; known: nonce, size"),
                change("path: /orders\n  headers", "path: /orders/${size}/${nonce}\n  headers"),
                change("backend:\n  path: /orders", "backend:\n  path: /orders/${size}")
                        .refusedByReader("22: unknown expression ${size}; known: nonce"),
                change("backend:\n  path: /orders", "backend:\n  method: PUT\n  path: /orders/${nonce}"),
                Example.changed(QUOTES, "backend: stockquote\n", """
                        backend:
                          service: stockquote
                          wsdl: true
                          transform: {request: answer.json, response: answer.json}
                          format: {call: a, element: b, symbol: c, ref: d, quantity: e, note: f}
                        """),
                change("sizes: [1, big]", "sizes: [1, big, 10M]")
                        .refusedByReader("9: no such file: PROJECT/order-10M.json; correct the path or add the file"),
                change("schema: busbench/scenario/1", "schema: busbench/scenario/2")
                        .refused("1: schema 'busbench/scenario/2' is not known: this busbench reads"
                                + " busbench/scenario/1"),
                change("name: orders", "name: order")
                        .refusedByReader("2: name 'order' is not the folder's name: write orders"),
                change("name: orders", "name: Orders")
                        .refused("2: 'Orders' is not a name: use lower-case letters, digits, dots and hyphens"),
                change("title: Orders\n", "").refused("1: key 'title' is missing: add it"),
                change("method: PUT", "method: put").refused("6: 'put' is not a method: write it in capitals"),
                change("method: PUT", "methode: PUT").refused("6: unknown key 'methode', did you mean 'method'?"),
                change("path: /orders\n  headers", "path: orders\n  headers")
                        .refused("7: 'orders' is not a path: begin with /"),
                change("X-Item", "Content-Length")
                        .refused("8: 'Content-Length' is written by busbench itself: remove it"),
                change("X-Item", "X Item").refused("8: 'X Item' is not the name of a header"),
                change("${item}", "${itme}").refusedByReader("8: unknown expression ${itme}, did you mean 'item'?"),
                change("${size}.json", "${zise}.json")
                        .refusedByReader("9: unknown expression ${zise}; known: project, size"),
                change("{nonce: 0000000000000000}", "{symbol: IBM}")
                        .refusedByReader("10: 'symbol' is no placeholder; known: item, nonce, route, seq"),
                change("[1, big]", "[big, big, 1]")
                        .refused("11: 'big' stands here twice (first in line 11): remove one"),
                change("[1, big]", "[1, big, a/b]")
                        .refused("11: 'a/b' is not the name of a size: use letters, digits, dots and hyphens"),
                change("data: rows.csv", "data: row.csv")
                        .refusedByReader("12: no such file: FOLDER/row.csv; correct the path or add the file"),
                change("data: rows.csv", "data: broken.csv")
                        .refusedByReader("12: FOLDER/broken.csv:2: 1 fields, where the first line names 2"),
                change("data: rows.csv", "data: semicolons.csv")
                        .refusedByReader(
                                "12: FOLDER/semicolons.csv:1: 'item;route' is no name of a column: use letters,"
                                        + " digits, '.', '-' and '_', and nothing but commas between columns"),
                change("data: rows.csv", "data: twice.csv")
                        .refusedByReader("12: FOLDER/twice.csv:1: there are two columns 'item': give one another name"),
                change("data: rows.csv", "data: strange.csv")
                        .refusedByReader("12: unknown backend 'backend-D' in its column 'route', did you mean"
                                + " 'backend-A'?"),
                change("data: rows.csv", "data: refused.csv")
                        .refusedByReader("1: 'refusal' says how messages are refused whose rows have the route"
                                + " 'refused': it needs such rows, and they need it"),
                change("backend:\n", "refusal: {statuses: [400]}\nbackend:\n")
                        .refusedByReader("1: 'refusal' says how messages are refused whose rows have the route"
                                + " 'refused': it needs such rows, and they need it"),
                Example.changed(
                        CORRECT.replace("data: rows.csv", "data: refused.csv"),
                        "backend:\n",
                        "refusal: {statuses: [400, 500], contains: [Fault]}\nbackend:\n"),
                Example.changed(
                                CORRECT.replace("data: rows.csv", "data: refused.csv"),
                                "backend:\n",
                                "refusal: {statuses: [99]}\nbackend:\n")
                        .refused("21: an item of statuses is 99: choose a number from 200 to 599"),
                change("data: rows.csv\n", "").refusedByReader("8: unknown expression ${item}; known: nonce, seq"),
                change("status: 201\n  nonce", "status: 99\n  nonce")
                        .refused("14: status is 99: choose a number from 200 to 599"),
                change("  nonce: {pointer: /ref}\n", "").refused("14: key 'nonce' is missing: add it"),
                change("{pointer: /ref}", "{pointer: ref}").refused("15: 'ref' is not a JSON pointer: begin with /"),
                change("{pointer: /ref}", "{xpath: '//ref['}")
                        .refusedByReader("15: '//ref[' is not an XPath expression"),
                change("{pointer: /ref}", "{regex: 'ref'}")
                        .refused("15: 'ref' must have one group (in parentheses) that is the nonce"),
                change("{pointer: /ref}", "{regex: '(ref'}")
                        .refusedByReader("15: '(ref' is not a regular expression: Unclosed group"),
                change("{pointer: /ref}", "{pointer: /ref, xpath: //ref}")
                        .refused("15: where does the nonce stand? Give one of xpath, pointer, regex"),
                change("sizes: [big]}", "sizes: [bigg]}")
                        .refusedByReader("16: unknown size 'bigg', did you mean 'big'?"),
                change("{text: thanks, sizes: [big]}", "{text: thanks}").refused("16: key 'sizes' is missing: add it"),
                change("'by ${route}'", "'by us'").refused("19: 'by us' names no backend: put ${route} into it"),
                change("route: {text: 'by ${route}'}", "route: {text: 'by ${route}', only: backend-X}")
                        .refusedByReader("19: unknown backend 'backend-X', did you mean 'backend-A'?"),
                change(BACKEND, "backend: ours\n")
                        .refused("21: unknown backend 'ours': write stockquote, theirs, or a map that says what it"
                                + " answers"),
                change(BACKEND, "backend: {service: quotes}\n")
                        .refused("21: unknown service 'quotes': write stockquote"),
                change("title: Orders", "title: Orders\nstep: {after: cbr, adds: pricing}"),
                change("title: Orders", "title: Orders\nstep: {after: cbr}")
                        .refused("4: key 'adds' is missing: add it"),
                OVER_TLS,
                change("title: Orders", "title: Orders\ntls: true")
                        .refusedByReader("4: of the backends backend-T alone speaks TLS: add 'route' with 'only:"
                                + " backend-T' to the answer"),
                Example.changed(OVER_TLS.text(), "only: backend-T", "only: backend-A")
                        .refusedByReader("20: unknown backend 'backend-A', did you mean 'backend-T'?"),
                change("'by ${route}'", "'by ${route}', only: backend-T")
                        .refusedByReader("19: unknown backend 'backend-T', did you mean 'backend-A'?"),
                change("title: Orders", "title: Orders\ntls: backend-T")
                        .refused("4: tls must be true or false, not the text 'backend-T'"),
                change("delay: fixed:5ms", "delay: 5ms")
                        .refused("25: '5ms' is not a delay: write none, fixed:5ms, uniform:5ms..20ms,"
                                + " exponential:20ms or asked:2s"),
                arriving(
                        "{nonce: '${nonce}-${part}', body: order-line.json, parts: 10}, {nonce: '${nonce}', body: order-line.json}"),
                arriving("{nonce: '${nonce}', body: order-lines.json}")
                        .refusedByReader("24: no such file: FOLDER/order-lines.json; correct the path or add the file"),
                arriving("{nonce: '${nonce}', body: order-line.json, parts: 2}")
                        .refusedByReader("24: two messages have the nonce '${nonce}', and could not be told apart: put"
                                + " ${part} into it, or another letter"),
                arriving("{nonce: '${nonce} ${part}', body: order-line.json}")
                        .refusedByReader("24: '${nonce} 1' is no nonce of a message: write ${nonce}, and beside it up"
                                + " to 20 letters, digits, dots and hyphens"),
                arriving("{nonce: part-1, body: order-line.json}")
                        .refused("24: 'part-1' is no nonce of a message: write ${nonce}, and beside it up to 20"
                                + " letters, digits, dots and hyphens"),
                arriving("{nonce: '${nonce}', body: order-line.json, parts: 0}")
                        .refused("24: parts is 0: choose a number from 1 to 1000"),
                Example.changed(
                                CORRECT.replace("  expected: answer.json\n", ""),
                                "accepts: [item]",
                                "arrives: [{nonce: '${nonce}', body: order-line.json}]")
                        .refusedByReader("13: the backend cannot be asked what must come back, for 'arrives' says that"
                                + " other messages reach it: add 'expected'"),
                change("accepts: [item]", "accept: [item]")
                        .refused("24: unknown key 'accept', did you mean 'accepts'?"));
    }

    private static Example change(String old, String changed) {
        return Example.changed(CORRECT, old, changed);
    }

    private static Example arriving(String messages) {
        return change("accepts: [item]", "arrives: [" + messages + "]");
    }

    @BeforeEach
    void files() throws IOException {
        folder = Files.createDirectories(project.resolve("orders"));
        Files.writeString(project.resolve("order-1.json"), "{\"item\":\"${item}\",\"ref\":\"0000000000000000\"}");
        Files.writeString(project.resolve("order-big.json"), "{\"item\":\"${item}\",\"ref\":\"0000000000000000\"}\n");
        Files.writeString(folder.resolve("answer.json"), "{\"ref\":\"${nonce}\",\"by\":\"by ${route}\"}");
        Files.writeString(folder.resolve("order-line.json"), "{\"item\":\"${item}\",\"ref\":\"${nonce}-${part}\"}");
        Files.writeString(folder.resolve("rows.csv"), "item,route\npen,backend-B\nink,backend-A\ncap,backend-B\n");
        Files.writeString(folder.resolve("refused.csv"), "item,route\npen,backend-B\n-,refused\n");
        Files.writeString(folder.resolve("strange.csv"), "item,route\npen,backend-D\n");
        Files.writeString(folder.resolve("quotes.csv"), "symbol,item,route\nIBM,pen,backend-B\n");
        Files.writeString(folder.resolve("nonces.csv"), "item,nonce,route\npen,0123456789ABCDEF,backend-B\n");
        Files.writeString(folder.resolve("semicolons.csv"), "item;route\npen;backend-B\n");
        Files.writeString(folder.resolve("twice.csv"), "item,item,route\npen,ink,backend-B\n");
        Files.writeString(folder.resolve("broken.csv"), "item,route\npen\n");
    }

    private Scenario read(String text) throws IOException {
        Files.writeString(folder.resolve(Scenario.FILE_NAME), text);
        return ScenarioFolder.read(folder, project);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aFolderIsReadOrRefusedWithItsLine(Example example) throws IOException {
        if (example.error() == null) {
            assertThat(read(example.text()).name()).isEqualTo("orders");
        } else {
            assertThatThrownBy(() -> read(example.text()))
                    .isInstanceOf(ConfigProblem.class)
                    .hasMessage(folder.resolve(Scenario.FILE_NAME) + ":"
                            + example.error()
                                    .replace("FOLDER", folder.toString())
                                    .replace("PROJECT", project.toString()));
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void theSchemaAgreesWithTheReader(Example example) throws IOException {
        if (example.error() == null || example.schemaSees()) {
            boolean refused = !new JsonSchema("scenario-1.schema.json")
                    .complaints(example.text())
                    .isEmpty();
            assertThat(refused).isEqualTo(example.schemaSees());
        }
    }

    @Test
    void theFirstRowOfEachRouteIsASample() throws IOException {
        assertThat(read(CORRECT).data().samples())
                .containsExactly(
                        new Row(Map.of("item", "pen", "route", "backend-B")),
                        new Row(Map.of("item", "ink", "route", "backend-A")));
    }

    @Test
    void placeholdersAndSampleValuesAreFilledIn() throws IOException {
        Messages messages = new Messages(read(CORRECT));
        Row row = messages.scenario().data().samples().get(0);

        Message message = messages.of("big", row, "0123456789abcdef");
        assertThat(message.method()).isEqualTo("PUT");
        assertThat(message.headers()).containsEntry("X-Item", "pen");
        assertThat(message.body()).contains("{\"item\":\"pen\",\"ref\":\"0123456789abcdef\"}\n");
        assertThat(messages.contained("big", row, "0123456789abcdef"))
                .containsExactly("\"0123456789abcdef\"", "thanks");
        assertThat(messages.contained("1", row, "0123456789abcdef")).containsExactly("\"0123456789abcdef\"");
        assertThat(messages.routeText(row, "0123456789abcdef", "backend-C")).contains("by backend-C");
        assertThat(messages.expected("1", row, "0123456789abcdef", "backend-B"))
                .contains("{\"ref\":\"0123456789abcdef\",\"by\":\"by backend-B\"}");
    }

    @Test
    void aRequestMakesTheMessagesThatArriveEachWithItsPart() throws IOException {
        Scenario scenario = read(CORRECT.replace(
                "accepts: [item]", "arrives: [{nonce: '${nonce}-${part}', body: order-line.json, parts: 2}]"));
        Messages messages = new Messages(scenario);
        Backend.FromFiles service = (Backend.FromFiles) scenario.backend();

        assertThat(service.nonces()).containsExactly("${nonce}-1", "${nonce}-2");
        assertThat(service.pathForClients()).isEmpty();
        assertThat(scenario.files()).contains(folder.resolve("order-line.json"));
        assertThat(messages.arriving(
                        service.arrives(), "1", scenario.data().samples().get(0), "0123456789abcdef"))
                .containsExactly(
                        "{\"item\":\"pen\",\"ref\":\"0123456789abcdef-1\"}",
                        "{\"item\":\"pen\",\"ref\":\"0123456789abcdef-2\"}");
    }

    @Test
    void aSampleWithoutItsValueIsAProblemOfTheBody() throws IOException {
        Messages messages = new Messages(read(CORRECT.replace("0000000000000000", "1111111111111111")));
        assertThatThrownBy(() ->
                        messages.of("1", messages.scenario().data().samples().get(0), "0123456789abcdef"))
                .isInstanceOf(ConfigProblem.class)
                .hasMessage(project.resolve("order-1.json")
                        + ":1: it does not hold '1111111111111111', which scenario.yaml says stands for ${nonce}:"
                        + " correct one of them");
    }

    @Test
    void withoutSizesThereIsOne() throws IOException {
        Scenario scenario = read(CORRECT.replace("sizes: [1, big]\n", "")
                .replace("${size}", "1")
                .replace(", {text: thanks, sizes: [big]}", ""));
        assertThat(scenario.sizes()).containsExactly("own");
        assertThat(scenario.hasNamedSizes()).isFalse();
        assertThat(scenario.route(new Row(Map.of("route", "backend-C")))).isEqualTo(Optional.of("backend-C"));
        assertThat(List.copyOf(scenario.request().bodies().keySet())).containsExactly("own");
    }
}
