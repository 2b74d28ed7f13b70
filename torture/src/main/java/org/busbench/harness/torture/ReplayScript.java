package org.busbench.harness.torture;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.net.URI;
import java.util.List;
import java.util.function.Function;
import org.busbench.common.TextFile;
import org.busbench.harness.torture.Case.Overload;
import org.busbench.harness.torture.Case.Script;
import org.busbench.harness.torture.Case.Step;

/** A program of plain Python 3 that plays one exchange again: both the client and the backend, byte by byte. */
final class ReplayScript {
    static final String NAME = "replay.py";

    /** A text, a number, a list or a map in JSON is one of Python, too. */
    private static final ObjectWriter LITERALS = new JsonMapper().writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

    private ReplayScript() {}

    static String of(Case one, CaseMessages messages, URI url, String title) {
        Script script = one.exchange().backend();
        List<Step> client = one.exchange().client();
        Function<String, byte[]> sent = messages::client;
        Function<String, byte[]> answered = text -> messages.backend(text, messages.nonce(0));
        // Under an overload the client whose bytes are shown is a good one.
        boolean many = one.extent().overload().isPresent();
        return "#!/usr/bin/env python3\n# Case " + one.id()
                + ". Sends the bytes of one exchange again, and shows both sides.\n"
                + "# The proxy must run, and its backend must not.\n"
                + constant("TITLE", title)
                + constant("PROXY", url.getHost() + ":" + (url.getPort() < 0 ? 80 : url.getPort()))
                + constant("DOWN", script.down() ? 1 : 0)
                + constant("AT", script.at().name())
                + constant("TIMES", script.times())
                + constant(
                        "OTHERS",
                        one.extent().overload().map(Overload::connections).orElse(0))
                + constant(
                        "AGAIN", one.extent().overload().filter(Overload::again).isPresent() ? 1 : 0)
                + steps("CLIENT", client, sent)
                + steps("SHOWN", many ? List.of(Step.send("${second}")) : client, sent)
                + steps("BACKEND", script.steps(), answered)
                + steps("GOOD", Script.GOOD.steps(), answered)
                + TextFile.resource(ReplayScript.class, NAME);
    }

    private static String constant(String name, Object value) {
        return name + " = " + literal(value) + "\n";
    }

    /** A step a line, with its bytes as characters. */
    private static String steps(String name, List<Step> steps, Function<String, byte[]> bytes) {
        StringBuilder lines = new StringBuilder(name + " = [\n");
        for (Step step : steps) {
            String text = new String(bytes.apply(step.text()), ISO_8859_1);
            Step filled = new Step(step.action(), text, step.number(), step.piece(), step.gapMillis());
            lines.append("    ").append(literal(filled)).append(",\n");
        }
        return lines.append("]\n").toString();
    }

    private static String literal(Object value) {
        try {
            return LITERALS.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("no literal: " + value, impossible);
        }
    }
}
