package org.busbench.mediation.xslt;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xslt.MessageTransformer.Part;
import org.busbench.mediation.xslt.Stylesheet.Resources;

/** Stylesheets. Each is compiled or refused in words; and without a tree it makes what Saxon makes on a tree. */
public final class StylesheetFuzz {
    private static final int LONGEST = 4000;
    private static final String MESSAGE = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/'><s:Body>"
            + "<m:a xmlns:m='urn:m' n='1'>one<b m:n='2'>two</b> <b>3</b><m:c><d/></m:c>&lt;é</m:a></s:Body></s:Envelope>";

    private StylesheetFuzz() {}

    /** Called by the fuzzer. */
    public static void fuzzerTestOneInput(byte[] input) {
        byte[] bytes = Arrays.copyOf(input, Math.min(input.length, LONGEST));
        Stylesheet stylesheet;
        try {
            stylesheet = new Stylesheets().compile("fuzz", bytes, Resources.NONE);
        } catch (StylesheetException e) {
            assertThat(e).hasMessageContaining("'fuzz'");
            return;
        }
        if (stylesheet.program() != null) {
            for (Part part : Part.values()) {
                String onTree = outcome(onTree(stylesheet), part);
                assertThat(outcome(stylesheet, part))
                        .as("%s of %s", part, new String(bytes, StandardCharsets.UTF_8))
                        .isEqualTo(onTree);
            }
        }
    }

    private static Stylesheet onTree(Stylesheet stylesheet) {
        try {
            return stylesheet.onTree();
        } catch (StylesheetException e) {
            throw new AssertionError("streamable, and Saxon refuses it", e);
        }
    }

    private static String outcome(Stylesheet stylesheet, Part part) {
        MessageTransformer transformer = new MessageTransformer(Limits.DEFAULT, 1 << 16, Integer.MAX_VALUE);
        byte[] message = MESSAGE.getBytes(StandardCharsets.UTF_8);
        try {
            return new String(transformer.transform(stylesheet, part, Map.of(), message, null), StandardCharsets.UTF_8);
        } catch (TransformationException e) {
            return e.kind() + ": " + e.getMessage();
        }
    }
}
