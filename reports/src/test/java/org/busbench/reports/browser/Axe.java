package org.busbench.reports.browser;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;

/** Deque's axe-core: what is wrong with a page for those who cannot see it well, or use no mouse. */
final class Axe {

    private Axe() {}

    /** Faults of the levels serious and critical, each with the first element that has it. */
    static List<String> seriousFaults(OpenPage open) {
        open.page().evaluate(source());
        JsonNode found = Scripts.json((String) open.page().evaluate("""
                async () => JSON.stringify((await axe.run(document, { resultTypes: ['violations'] })).violations
                  .filter(one => ['serious', 'critical'].includes(one.impact))
                  .map(one => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 160)} ${one.nodes[0].failureSummary}`))
                """));
        return StreamSupport.stream(found.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static String source() {
        try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
