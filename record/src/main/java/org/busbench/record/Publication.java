package org.busbench.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A published performance test that a suite repeats: its tables and its claims, as they were written down before the run. */
public record Publication(
        String name,
        String title,
        String source,
        String published,
        String about,
        String file,
        String sha256,
        List<TestedSystem> systems,
        List<Table> tables,
        List<Claim> claims) {

    /** Refuses one without a name, and entries that name a system or an id which is not there once. */
    public Publication {
        Required.text(name, "publication.name");
        Required.text(title, "publication.title");
        Required.text(source, "publication.source");
        Required.text(published, "publication.published");
        Required.text(about, "publication.about");
        systems = List.copyOf(Required.notEmpty(systems, "publication.systems"));
        tables = Required.listOrEmpty(tables);
        claims = List.copyOf(Required.notEmpty(claims, "publication.claims"));
        requireDistinct(systems, TestedSystem::name, "system");
        requireDistinct(tables, Table::id, "table");
        requireDistinct(claims, Claim::id, "claim");
        for (Table table : tables) {
            for (Entry entry : table.entries()) {
                requireKnown(entry.system(), "table '" + table.id() + "'", systems);
            }
        }
        for (Claim claim : claims) {
            for (Condition condition : claim.holds()) {
                requireKnown(condition.of(), "claim '" + claim.id() + "'", systems);
                if (condition.against() != null) {
                    requireKnown(condition.against(), "claim '" + claim.id() + "'", systems);
                }
            }
        }
    }

    private static <T> void requireDistinct(List<T> all, Function<T, String> name, String what) {
        all.stream().collect(Collectors.groupingBy(name, Collectors.counting())).forEach((key, count) -> {
            if (count > 1) {
                throw new IllegalArgumentException("'publication' has the " + what + " '" + key + "' twice");
            }
        });
    }

    private static void requireKnown(String name, String place, List<TestedSystem> systems) {
        if (systems.stream().noneMatch(system -> system.name().equals(name))) {
            throw new IllegalArgumentException(
                    "'publication' names in its " + place + " an unknown system '" + name + "'");
        }
    }

    /** The same with the path of its file as it is to be shown. */
    public Publication shownAs(String path) {
        return new Publication(name, title, source, published, about, path, sha256, systems, tables, claims);
    }

    public TestedSystem system(String wanted) {
        return systems.stream()
                .filter(system -> system.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no system '" + wanted + "'"));
    }

    /** A system that was measured. */
    public record TestedSystem(
            String name,
            String title,
            @JsonInclude(Include.NON_NULL) String adapter,
            @JsonInclude(Include.NON_NULL) String note) {

        public TestedSystem {
            Required.text(name, "publication.systems.name");
            Required.text(title, "publication.systems.title");
            if (adapter == null) {
                Required.text(note, "publication.systems.note");
            }
        }
    }

    /** A figure of a system under load. */
    public enum Figure implements Keyed {
        /** Answers per second; ours are verified. */
        GOODPUT("requests/s", 1),
        /** CPU time of the system for each message. */
        CPU("µs", 1),
        SHORTEST("ms", 1000),
        MEAN("ms", 1000),
        /** Median response time. */
        P50("ms", 1000),
        /** 90th percentile of response times. */
        P90("ms", 1000),
        /** 99th percentile of response times. */
        P99("ms", 1000),
        /** Requests that failed, as a share of all, 0 to 1. */
        ERROR_SHARE("of all requests", 1);
        private final String unit;
        private final double recordedUnits;

        Figure(String unit, double recordedUnits) {
            this.unit = unit;
            this.recordedUnits = recordedUnits;
        }

        public String unit() {
            return unit;
        }

        /** How many of the units in which a run records it make one of {@link #unit}. */
        public double recordedUnits() {
            return recordedUnits;
        }
    }

    /** A cell of a run's suite. */
    public record Place(String scenario, String payload, int clients) {

        public Place {
            Required.text(scenario, "publication.scenario");
            Required.text(payload, "publication.payload");
            Required.positive(clients, "publication.clients");
        }
    }

    /** A table or chart. */
    public record Table(
            String id,
            String title,
            @JsonInclude(Include.NON_NULL) String unreadable,
            List<Entry> entries) {

        /** Refuses a table with neither figures nor a reason. */
        public Table {
            Required.text(id, "publication.tables.id");
            Required.text(title, "publication.tables.title");
            entries = Required.listOrEmpty(entries);
            if (entries.isEmpty() == (unreadable == null)) {
                throw new IllegalArgumentException(
                        "'publication.tables' needs either entries or a reason why they are unreadable: " + id);
            }
        }
    }

    /** A figure of a table. */
    public record Entry(
            String system,
            Place place,
            @JsonInclude(Include.NON_NULL) Figure figure,
            String label,
            double value,
            String unit,
            @JsonInclude(Include.NON_NULL) Long failed,
            @JsonInclude(Include.NON_NULL) Long requests) {

        /** Refuses a figure without a unit, and failures among no requests. */
        public Entry {
            Required.text(system, "publication.tables.system");
            Required.present(place, "publication.tables.place");
            Required.text(label, "publication.tables.label");
            Required.text(unit, "publication.tables.unit");
            Required.notNegative(value, "publication.tables.value");
            if (failed != null && (requests == null || failed < 0 || failed > requests)) {
                throw new IllegalArgumentException(
                        "'publication.tables' has " + failed + " failed of " + requests + " requests");
            }
        }
    }

    /** How two figures, or a figure and a value, must stand. */
    public enum Relation implements Keyed {
        /** More than the other's. */
        ABOVE,
        /** Less than the other's. */
        BELOW,
        /** No difference that matters. */
        SAME,
        /** Not less than the value, or than so many times the other's. */
        AT_LEAST,
        /** Not more than the value, or than so many times the other's. */
        AT_MOST;

        public boolean bound() {
            return this == AT_LEAST || this == AT_MOST;
        }
    }

    /** What must hold at each of some levels for a claim to be true. */
    public record Condition(
            Figure figure,
            String of,
            @JsonInclude(Include.NON_NULL) String against,
            Relation is,
            @JsonInclude(Include.NON_NULL) Double value,
            String scenario,
            String payload,
            List<Integer> clients) {

        public Condition {
            Required.present(figure, "publication.claims.figure");
            Required.text(of, "publication.claims.of");
            Required.present(is, "publication.claims.is");
            clients = List.copyOf(Required.notEmpty(clients, "publication.claims.clients"));
            if (is.bound() != (value != null)) {
                throw new IllegalArgumentException("'" + is.key() + "' "
                        + (is.bound() ? "needs a 'value'" : "has no 'value': remove it, or write at-least or at-most"));
            }
            if (value != null && !(Double.isFinite(value) && value > 0)) {
                throw new IllegalArgumentException("the bound " + value + " is no number above 0");
            }
            if (against == null && !is.bound()) {
                throw new IllegalArgumentException("'" + is.key() + "' needs 'against', the system to compare with");
            }
            if (of.equals(against)) {
                throw new IllegalArgumentException("'" + of + "' is compared with itself");
            }
            if (figure == Figure.ERROR_SHARE && against != null) {
                throw new IllegalArgumentException("shares of errors have bounds of their own: remove 'against'");
            }
        }

        public List<Place> places() {
            return clients.stream()
                    .map(level -> new Place(scenario, payload, level))
                    .toList();
        }
    }

    /** Something that the publication says. */
    public record Claim(
            String id,
            String text,
            List<Condition> holds,
            @JsonInclude(Include.NON_NULL) String cannot,
            @JsonInclude(Include.NON_NULL) String note) {

        /** Refuses a claim with neither conditions nor a reason. */
        public Claim {
            Required.text(id, "publication.claims.id");
            Required.text(text, "publication.claims.text");
            holds = Required.listOrEmpty(holds);
            if (holds.isEmpty() == (cannot == null)) {
                throw new IllegalArgumentException(
                        "'publication.claims' needs either conditions or a reason why it cannot be told: " + id);
            }
        }
    }
}
