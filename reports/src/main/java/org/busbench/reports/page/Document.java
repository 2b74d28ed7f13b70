package org.busbench.reports.page;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.samskivert.mustache.Mustache;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.busbench.common.Sha256;

/** The common part of all pages: style and scripts inside, and a policy that admits exactly these scripts. */
final class Document {

    /** Where the chart library lies. */
    static final String ECHARTS = "vendor/echarts-6.1.0/";

    private static final List<String> STYLES = List.of(
            "style/base.css",
            "style/answer.css",
            "style/charts.css",
            "style/tables.css",
            "style/duets.css",
            "style/media.css");

    /** The policy of a page without scripts. */
    static final String WITHOUT_SCRIPTS =
            "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

    private static final JsonMapper JSON = JsonMapper.builder()
            .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_NULL, Include.NON_NULL))
            .build();

    private Document() {}

    /** The values that every template may use, to be filled up by its page; sheets of style of its own follow the common ones. */
    static Map<String, Object> view(String... sheets) {
        Map<String, Object> view = new TreeMap<>();
        view.put(
                "style",
                Stream.concat(STYLES.stream(), Stream.of(sheets))
                        .map(Document::resource)
                        .collect(Collectors.joining("\n")));
        return view;
    }

    static String charts() {
        return ScriptText.code(resource(ECHARTS + "echarts.common.min.js"));
    }

    /** The module of this name and all that it imports, as one script. */
    static String script(String module) {
        return ScriptText.code(ModuleBundle.of(module, name -> resource("script/" + name)));
    }

    /** Fills a template. Null prints nothing; a section of null or of an empty text is left out. */
    static String of(String template, Map<String, Object> view) {
        return Mustache.compiler()
                .nullValue("")
                .strictSections(true)
                .emptyStringIsFalse(true)
                .withLoader(name -> new StringReader(resource("template/" + name + ".mustache")))
                .compile(resource("template/" + template + ".mustache"))
                .execute(view);
    }

    /**
     * Values for a script, as text that can hold no markup: JSON in gzip (RFC 1952) in Base64, a tenth of the size. What is null is
     * absent, but in a list. Equal values give equal text.
     */
    static String packed(Object values) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(JSON.writeValueAsBytes(values));
        } catch (IOException e) {
            throw new UncheckedIOException("values of a page cannot be written as JSON", e);
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    static String resource(String name) {
        try (InputStream in = Document.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the jar of the reports lacks " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Text between {@code <script>} and {@code </script>}, where only the end tag and comments have a meaning to HTML. */
    static final class ScriptText {

        private ScriptText() {}

        /** JSON in which no character means anything to HTML. */
        static String json(String json) {
            return json.replace("<", "\\u003c")
                    .replace(">", "\\u003e")
                    .replace("&", "\\u0026")
                    .replace("\u2028", "\\u2028")
                    .replace("\u2029", "\\u2029");
        }

        /** A script of our own making, refused when HTML would end it early. */
        static String code(String script) {
            String lower = script.toLowerCase(Locale.ROOT);
            if (lower.contains("</script") || lower.contains("<!--")) {
                throw new IllegalStateException("a script holds an end tag or a comment of HTML");
            }
            return script;
        }

        /** The source expression by which a Content-Security-Policy admits exactly this script. */
        static String hash(String script) {
            byte[] digest = Sha256.digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        }
    }
}
