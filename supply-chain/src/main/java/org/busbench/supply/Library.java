package org.busbench.supply;

import java.util.List;

/**
 * A library of others, as a bill of materials lists it.
 *
 * @param licenses as its pom names them, as SPDX identifiers where the plugin knew one; perhaps none
 * @param home address of its site; empty when its pom names none
 */
record Library(String group, String name, String version, List<String> licenses, String home) {

    Library {
        licenses = List.copyOf(licenses);
    }

    /** Without version, as in {@code known-vulnerable.txt}. */
    String module() {
        return group + ":" + name;
    }

    @Override
    public String toString() {
        return module() + ":" + version;
    }
}
