package org.busbench.injector;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.util.JMeterUtils;

/**
 * What JMeter keeps once per process: its home, its log and its properties. The properties are put back before each run
 * to what the home's files say, so that a run sees nothing of the one before it. (Classes of JMeter that read a property
 * into a constant when they are loaded keep the value that the first run gave; the plans' own properties are not among
 * these.)
 */
record JMeterRuntime(Properties ofTheHome) {

    /**
     * Makes this process a JMeter without GUI.
     *
     * @throws IOException when the home's property files cannot be read
     */
    static JMeterRuntime start(Path home, Path log) throws IOException {
        // Before the first class of JMeter: its loggers are made when its classes are loaded.
        System.setProperty("jmeter.logfile", log.toString());
        System.setProperty(
                "log4j2.configurationFile",
                home.resolve("bin/log4j2.xml").toUri().toString());
        System.setProperty("java.awt.headless", "true");
        System.setProperty(JMeter.JMETER_NON_GUI, "true");

        JMeterUtils.setJMeterHome(home.toString());
        JMeterUtils.loadJMeterProperties(home.resolve("bin/jmeter.properties").toString());
        Properties properties = JMeterUtils.getJMeterProperties();
        load(properties, home.resolve("bin/user.properties"));
        load(System.getProperties(), home.resolve("bin/system.properties"));
        JMeterUtils.initLocale();
        properties.setProperty("jmeter.version", JMeterUtils.getJMeterVersion());
        // A plan that does not stop is for us to report; by default the engine would end the process.
        properties.setProperty("jmeterengine.stopfail.system.exit", "false");
        properties.setProperty("jmeterengine.force.system.exit", "false");
        return new JMeterRuntime((Properties) properties.clone());
    }

    /** Gives a run its properties: the home's, and its own on top. */
    void reset(Map<String, String> properties) {
        Properties current = JMeterUtils.getJMeterProperties();
        current.clear();
        current.putAll(ofTheHome);
        current.putAll(properties);
    }

    private static void load(Properties properties, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
    }
}
