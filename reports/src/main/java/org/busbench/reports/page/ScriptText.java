package org.busbench.reports.page;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.busbench.common.Sha256;

/** Text between {@code <script>} and {@code </script>}, where only the end tag and comments have a meaning to HTML. */
final class ScriptText {

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
