package org.busbench.harness.adapter;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.busbench.harness.adapter.Adapter.Role;
import org.busbench.harness.text.Nearest;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads {@code scenarios:}, where each scenario must be answered for: "cannot" is an answer, silence is none. */
final class ServiceReader {
    private static final List<String> ROUTES =
            Expressions.BACKENDS.stream().map(letter -> "backend-" + letter).toList();

    private final Role role;
    private final Set<String> known;

    ServiceReader(Role role, Set<String> known) {
        this.role = role;
        this.known = known;
    }

    Map<Scenario, Service> read(YamlMap map) {
        Map<Scenario, Service> services = new EnumMap<>(Scenario.class);
        for (String key : map.keys()) {
            Scenario scenario = Scenario.ofKey(map, key);
            services.put(scenario, service(scenario, map.require(key).map()));
        }
        for (Scenario scenario : Scenario.values()) {
            if (!services.containsKey(scenario)) {
                throw map.problem(
                        "scenario '" + scenario.label() + "' is missing: give its url, or not-served and the reason");
            }
        }
        return services;
    }

    private Service service(Scenario scenario, YamlMap map) {
        map.only("url", "sends", "route", "not-served");
        Optional<YamlValue> refusal = map.find("not-served");
        if (refusal.isPresent()) {
            map.only("not-served");
            return new Service.NotServed(refusal.get().text());
        }
        forControlsOnly(map, "sends");
        forControlsOnly(map, "route");
        return new Service.Served(
                AdapterFolder.url(map.require("url"), known),
                map.find("sends").map(Scenario::of).orElse(scenario),
                map.find("route").map(ServiceReader::route));
    }

    private void forControlsOnly(YamlMap map, String key) {
        if (role != Role.CONTROL && map.find(key).isPresent()) {
            throw map.key(key)
                    .problem("'" + key + "' is for controls: a mediator gets the scenario's own messages and routes");
        }
    }

    private static String route(YamlValue value) {
        String route = value.text();
        if (!ROUTES.contains(route)) {
            throw value.problem("unknown backend '" + route + "'" + Nearest.hint(route, ROUTES));
        }
        return route;
    }
}
