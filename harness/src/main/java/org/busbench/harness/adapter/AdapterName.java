package org.busbench.harness.adapter;

import java.util.regex.Pattern;
import org.busbench.harness.text.YamlValue;

/** How adapters and suites may be called: names that are also good folder names and fit in a URL. */
public final class AdapterName {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9.-]{0,49}");

    private AdapterName() {}

    /** Whether this can be a name. */
    public static boolean isName(String text) {
        return FORM.matcher(text).matches();
    }

    /** Reads a name. */
    public static String of(YamlValue value) {
        String name = value.word();
        if (!isName(name)) {
            throw value.problem("'" + name + "' is not a name: use lower-case letters, digits, dots and hyphens");
        }
        return name;
    }
}
