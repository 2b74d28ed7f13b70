package org.apache.servicemix.id;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands before the class of the same name in ServiceMix's library, which listens on a free port of all addresses for a
 * tenth of a second in order to have a number that nobody else has. These come from a random UUID, and no port is opened.
 */
public class IdGenerator {
    private final String seed;
    private final AtomicLong sequence = new AtomicLong();

    public IdGenerator(String prefix) {
        seed = prefix + UUID.randomUUID() + ":";
    }

    public IdGenerator() {
        this("ID:");
    }

    public static String getHostName() {
        return "localhost";
    }

    public String generateId() {
        return seed + sequence.incrementAndGet();
    }

    public String generateSanitizedId() {
        return generateId().replaceAll("[:_.]", "-");
    }
}
