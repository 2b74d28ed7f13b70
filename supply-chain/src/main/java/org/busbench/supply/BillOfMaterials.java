package org.busbench.supply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the libraries of others from a CycloneDX file. */
final class BillOfMaterials {

    private static final String OURS = "org.busbench";

    private BillOfMaterials() {}

    static List<Library> read(Path file) throws IOException {
        JsonNode components = new ObjectMapper().readTree(file.toFile()).path("components");
        if (components.isEmpty()) {
            throw new SupplyChainException(file + ": no components; is it a CycloneDX file?");
        }
        List<Library> libraries = new ArrayList<>();
        for (JsonNode component : components) {
            if (!component.path("group").asText().equals(OURS)) {
                libraries.add(new Library(
                        component.path("group").asText(),
                        component.path("name").asText(),
                        component.path("version").asText(),
                        licenses(component.path("licenses")),
                        home(component.path("externalReferences"))));
            }
        }
        return libraries;
    }

    private static List<String> licenses(JsonNode choices) {
        List<String> licenses = new ArrayList<>();
        for (JsonNode choice : choices) {
            JsonNode license = choice.path("license");
            String name = choice.path("expression")
                    .asText(license.path("id").asText(license.path("name").asText()));
            if (!name.isEmpty() && !licenses.contains(name)) {
                licenses.add(name);
            }
        }
        return licenses;
    }

    private static String home(JsonNode references) {
        for (JsonNode reference : references) {
            if (reference.path("type").asText().equals("website")) {
                return reference.path("url").asText();
            }
        }
        return "";
    }
}
