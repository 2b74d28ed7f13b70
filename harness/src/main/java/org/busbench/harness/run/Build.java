package org.busbench.harness.run;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** This program's own build. */
public final class Build {

    private static final String FACTS = "/META-INF/maven/org.busbench/busbench-harness/pom.properties";

    private Build() {}

    /**
     * The project's version.
     *
     * @return as in the jar; {@code unpackaged} when it runs from classes
     * @throws IOException when the jar cannot be read
     */
    public static String version() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Build.class.getResourceAsStream(FACTS)) {
            if (in == null) {
                return "unpackaged";
            }
            build.load(in);
        }
        return build.getProperty("version");
    }
}
