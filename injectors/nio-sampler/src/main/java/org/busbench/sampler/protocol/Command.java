package org.busbench.sampler.protocol;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * A line on the injector's standard input. An {@code id}, where one is given, stands in every event that tells what became
 * of the command: who has stopped waiting for an event must not take it for the answer to something else.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "command")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Command.Run.class, name = "run"),
    @JsonSubTypes.Type(value = Command.Mark.class, name = "mark"),
    @JsonSubTypes.Type(value = Command.Stop.class, name = "stop")
})
public sealed interface Command {
    /** Reads commands; a key that no command knows is an error. */
    JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Run a plan, as {@code jmeter -n -t plan -l jtl -Jname=value...} does.
     *
     * @param jtl the file to write; it must not exist, since JMeter would append to it
     * @param id stands in the events of the run; may be null
     */
    record Run(
            @JsonProperty(required = true) Path plan,
            Map<String, String> properties,
            @JsonProperty(required = true) Path jtl,
            Long id)
            implements Command {
        /** Refuses a run without plan or log, and makes the map unchangeable. */
        public Run {
            if (plan == null || jtl == null) {
                throw new IllegalArgumentException("a run needs a plan and a jtl");
            }
            properties = properties == null ? Map.of() : Map.copyOf(properties);
        }
    }

    /**
     * End the current interval of the running plan's record at this instant.
     *
     * @param id stands in the event; may be null
     */
    record Mark(Long id) implements Command {}

    /**
     * End the running plan early: users finish the request that they are in.
     *
     * @param graceMillis how long they may take before it is aborted; null: 12,000, longer than samplers wait by themselves
     */
    record Stop(Long graceMillis) implements Command {
        private static final Duration GRACE = Duration.ofSeconds(12);

        /** Refuses a negative length. */
        public Stop {
            if (graceMillis != null && graceMillis < 0) {
                throw new IllegalArgumentException("graceMillis is " + graceMillis + ": it must not be negative");
            }
        }

        Duration grace() {
            return graceMillis == null ? GRACE : Duration.ofMillis(graceMillis);
        }
    }

    /**
     * The command on a line.
     *
     * @param line a JSON object
     * @throws JsonProcessingException when it is none, with the reason
     */
    static Command parse(String line) throws JsonProcessingException {
        return MAPPER.readValue(line, Command.class);
    }
}
