package org.busbench.mediation.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Libraries that Synapse has a use for and that are not shipped, because no configuration here reaches them, Maven Central does not have them, or few need them.
 * Says which jar to add when one is missed.
 */
final class MissingLibrary {

    /** Jars by the packages in them. Where a jar needs others, all are named. */
    private static final Map<String, String> JARS = new LinkedHashMap<>();

    static {
        JARS.put("org.wso2.caching", "wso2caching-core-3.5.0.jar and saaj-api-1.3.5.jar");
        JARS.put("javax.xml.soap", "saaj-api-1.3.5.jar");
        JARS.put("org.wso2.eventing", "wso2eventing-api-2.1.jar");
        JARS.put("org.snmp4j", "snmp4j-2.5.4.jar and snmp4j-agent-2.5.3.jar");
        JARS.put("com.mchange", "c3p0-0.10.1.jar and what it needs");
        JARS.put("com.zaxxer.hikari", "HikariCP-5.0.1.jar");
        JARS.put("jakarta.xml.bind", "jakarta.xml.bind-api-4.0.4.jar and what implements it");
        JARS.put("org.apache.axis2.clustering", "axis2-clustering-1.7.9.jar, tribes-6.0.53.jar and juli-6.0.53.jar");
        JARS.put("javax.servlet", "javax.servlet-api-4.0.1.jar");
        JARS.put("javax.ws.rs", "jsr311-api-1.1.1.jar");
        JARS.put("javax.mail", "javax.mail-1.6.2.jar");
        JARS.put("javax.rmi", "jboss-rmi-api_1.0_spec-1.0.6.Final.jar");
        JARS.put("org.bouncycastle", "bcprov-jdk15on-1.49.jar");
        JARS.put("org.apache.commons.cli", "commons-cli-1.11.0.jar");
        JARS.put("jline", "jline-0.9.94.jar");
        JARS.put("org.apache.axis2.transport.jms", "axis2-transport-jms-1.7.9.jar and the client of your broker");
        JARS.put("org.apache.axis2.transport.local", "axis2-transport-local-1.7.9.jar");
        JARS.put("org.apache.axis2.transport.mail", "axis2-transport-mail-1.7.9.jar and javax.mail-1.6.2.jar");
        JARS.put("org.apache.axis2.json", "axis2-json-1.7.9.jar and what it needs");
        JARS.put("org.apache.synapse.transport.vfs", "synapse-vfs-transport-3.0.1.jar and what it needs");
        JARS.put("org.apache.synapse.transport.fix", "synapse-fix-transport-3.0.1.jar and what it needs");
        JARS.put("org.apache.synapse.transport.amqp", "synapse-amqp-transport-3.0.1.jar and what it needs");
        JARS.put("org.apache.bsf", "bsf-all-3.0.jar");
    }

    /** Mediators of Synapse's module of extensions. */
    private static final Set<String> EXTENSIONS = Set.of("script", "spring", "throttle", "xquery");

    private MissingLibrary() {}

    /** {@return the jars that hold a package; empty when nothing is known of it} */
    static Optional<String> jarsOf(String packageName) {
        return JARS.entrySet().stream()
                .filter(entry -> (packageName + ".").startsWith(entry.getKey() + "."))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Why Synapse refuses a configuration, as the innermost cause says it, and the jar to add if that is the remedy. */
    static String refusal(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null && !(cause instanceof LinkageError)) {
            cause = cause.getCause();
        }
        if (cause instanceof LinkageError missed) {
            return sentence(missed);
        }
        if (cause instanceof ClassNotFoundException missed) {
            return sentence(missed);
        }
        boolean isFault =
                cause instanceof RuntimeException && cause.getClass().getName().startsWith("java.");
        return String.valueOf(isFault ? cause : cause.getMessage())
                .replaceAll("\\s+", " ")
                .strip();
    }

    /** Says in one sentence which class a configuration names that is not there, and what to add. */
    static String sentence(ClassNotFoundException missed) {
        String name = String.valueOf(missed.getMessage());
        return "it names the class " + name + ", which is not there: put "
                + jarsOf(name.replaceFirst("\\.[^.]*$", "")).orElse("its jar") + " into lib/";
    }

    /** Says in one sentence what is missing and what to add. */
    static String sentence(LinkageError missed) {
        String message = String.valueOf(missed.getMessage());
        if (!(missed instanceof NoClassDefFoundError) || message.contains(" ")) {
            return "a class of a library in lib/ does not fit: " + message;
        }
        String missing = message.replace('/', '.').replaceFirst("\\.[^.]*$", "");
        return "it needs the library of " + missing + ", which is not there: put "
                + jarsOf(missing).orElse("it") + " into lib/";
    }

    /** {@return the jar of a mediator of the extensions; empty for another one} */
    static Optional<String> jarOfMediator(String name) {
        return EXTENSIONS.contains(name)
                ? Optional.of("synapse-extensions-3.0.1.jar and what it needs")
                : Optional.empty();
    }
}
