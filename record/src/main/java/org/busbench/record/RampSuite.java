package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * What a suite of ramps says: which injectors raise their rate from 1 request a second to which others, and what a document
 * claims of that.
 */
public record RampSuite(
        String name,
        String about,
        Document document,
        double rampSeconds,
        double drainSeconds,
        List<Integer> to,
        int repeats,
        int payloadBytes,
        int connections,
        List<Injector> injectors,
        List<Claim> claims) {

    /** Below it no claim is decided: a difference between fewer processes may be chance. */
    public static final int DECIDING_REPEATS = 3;

    /** A published text. */
    public record Document(String title, String source, String published) {
        public Document {
            Required.text(title, "document.title");
            Required.text(source, "document.source");
            Required.text(published, "document.published");
        }
    }

    /** Which program an injector is. */
    public enum Program implements Keyed {
        /** JMeter, a blocking client in each thread. */
        JMETER_JAVA,
        /** JMeter, our sampler, which blocks on nothing. */
        JMETER_NIO,
        /** Gatling with our plugin. */
        GATLING,
        /** The driver of our sampler alone: no tool, but a yardstick. */
        BARE;
    }

    /** An injector. */
    public record Injector(
            String name,
            String title,
            Program program,
            int agents,
            int threads,
            int throughput,
            int delayMicros,
            @JsonInclude(Include.NON_EMPTY) List<Integer> to) {
        /** Refuses an injector without a name, and agents of what has none. */
        public Injector {
            Required.text(name, "injectors.name");
            Required.text(title, "injectors.title");
            Required.present(program, "injectors.program");
            Required.notNegative(threads, "injectors.threads");
            Required.notNegative(delayMicros, "injectors.delayMicros");
            if ((program == Program.GATLING) != (agents > 0 && throughput > 0)) {
                throw new IllegalArgumentException(
                        "'injectors' " + name + ": agents and throughput are Gatling's, which has both");
            }
            to = Required.listOrEmpty(to);
        }
    }

    /** How a figure must stand to another one. */
    public enum Relation implements Keyed {
        /** Not below a value. */
        AT_LEAST,
        /** Not above a value. */
        AT_MOST;
    }

    /** What must hold in every repeat. */
    public record Condition(
            String figure,
            String of,
            int to,
            @JsonInclude(Include.NON_NULL) String against,
            Relation is,
            double value) {
        /** Refuses a figure that there is not. */
        public Condition {
            Required.text(of, "claims.holds.of");
            Required.present(is, "claims.holds.is");
            if (!RampFigures.NAMES.contains(figure)) {
                throw new IllegalArgumentException(
                        "'claims.holds.figure' is " + figure + ": none of " + String.join(", ", RampFigures.NAMES));
            }
        }
    }

    /** Something that the document says. */
    public record Claim(
            String id,
            String text,
            List<Condition> holds,
            @JsonInclude(Include.NON_NULL) String cannot,
            @JsonInclude(Include.NON_NULL) String note) {
        /** Refuses one that says neither what must hold nor why nothing can. */
        public Claim {
            Required.text(id, "claims.id");
            Required.text(text, "claims.text");
            holds = Required.listOrEmpty(holds);
            if (holds.isEmpty() == (cannot == null)) {
                throw new IllegalArgumentException("'claims' " + id + ": give either 'holds' or 'cannot'");
            }
        }
    }

    /** One ramp that is to be driven; a repeat counts from 1. */
    public record Planned(Injector injector, int to, int repeat) {}

    /** Refuses a suite whose claims name what it does not drive. */
    public RampSuite {
        Required.text(name, "suite.name");
        Required.text(about, "suite.about");
        Required.present(document, "suite.document");
        Required.positive(repeats, "suite.repeats");
        Required.positive(connections, "suite.connections");
        to = List.copyOf(Required.notEmpty(to, "suite.to"));
        injectors = List.copyOf(Required.notEmpty(injectors, "suite.injectors"));
        claims = Required.listOrEmpty(claims);
        List<String> ramps = new ArrayList<>();
        for (Injector injector : injectors) {
            for (int rate : injector.to().isEmpty() ? to : injector.to()) {
                String ramp = injector.name() + " to " + rate;
                if (ramps.contains(ramp)) {
                    throw new IllegalArgumentException("'injectors' has the ramp of " + ramp + " twice");
                }
                ramps.add(ramp);
            }
        }
        for (Claim claim : claims) {
            for (Condition condition : claim.holds()) {
                for (String of : condition.against() == null
                        ? List.of(condition.of())
                        : List.of(condition.of(), condition.against())) {
                    if (!ramps.contains(of + " to " + condition.to())) {
                        throw new IllegalArgumentException("'claims' " + claim.id() + ": no ramp of " + of + " to "
                                + condition.to() + " is driven");
                    }
                }
            }
        }
    }

    /** All ramps in their order: within a repeat by rate, and each repeat begins with another injector. */
    public List<Planned> plan() {
        TreeSet<Integer> rates = new TreeSet<>(to);
        injectors.forEach(injector -> rates.addAll(injector.to()));
        List<Planned> plan = new ArrayList<>();
        for (int repeat = 1; repeat <= repeats; repeat++) {
            for (int rate : rates) {
                for (int i = 0; i < injectors.size(); i++) {
                    Injector injector = injectors.get((i + repeat - 1) % injectors.size());
                    if ((injector.to().isEmpty() ? to : injector.to()).contains(rate)) {
                        plan.add(new Planned(injector, rate, repeat));
                    }
                }
            }
        }
        return List.copyOf(plan);
    }
}
