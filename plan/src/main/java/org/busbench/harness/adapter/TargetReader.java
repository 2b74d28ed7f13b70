package org.busbench.harness.adapter;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.busbench.common.http.Access;
import org.busbench.common.http.Access.Field;
import org.busbench.common.http.Access.Place;
import org.busbench.common.tls.TlsTerms;
import org.busbench.common.tls.TlsTerms.Store;
import org.busbench.harness.text.YamlMap;
import org.busbench.harness.text.YamlValue;

/** Reads {@code target:}, the terms of an ESB that runs already; {@code known} are the names that templates may use. */
record TargetReader(Path folder, Path project, Set<String> known) {
    private static final Set<String> OURS =
            Set.of("host", "content-type", "content-length", "transfer-encoding", "connection", "soapaction");

    TargetReader {
        folder = folder.toAbsolutePath().normalize();
    }

    AdapterProgram.Target read(YamlValue value) {
        if (!value.isMap()) {
            throw value.problem("'target' needs its terms: write {} where there are none");
        }
        YamlMap map = value.map().only("trust", "client-certificate", "insecure", "headers", "cost");
        boolean insecure = map.read("insecure", YamlValue::bool, false);
        Store trust = map.read("trust", this::trust, null);
        if (insecure && trust != null) {
            throw map.key("insecure").problem("'insecure' trusts everybody, and 'trust' names whom: remove one");
        }
        Store identity = map.read("client-certificate", this::identity, null);
        List<Field> fields = map.read("headers", this::fields, List.of());
        return new AdapterProgram.Target(
                new Reach(true, new Access(new TlsTerms(trust, identity, insecure), fields), Optional.empty()),
                map.read("cost", cost -> AdapterFolder.templates(cost.someOf(), known), List.of()));
    }

    private Store trust(YamlValue value) {
        if (!value.isMap()) {
            return new Store(file(value), null);
        }
        YamlMap map = value.map().only("file", "password-env");
        return new Store(file(map.require("file")), map.read("password-env", TargetReader::variable, null));
    }

    private Store identity(YamlValue value) {
        YamlMap map = value.map().only("keystore", "password-env");
        return new Store(file(map.require("keystore")), variable(map.require("password-env")));
    }

    private static String variable(YamlValue value) {
        return value.matching(Download.VARIABLE, "the name of an environment variable");
    }

    private Path file(YamlValue value) {
        Path file = AdapterFolder.path(value, folder, project);
        if (!Files.isRegularFile(file)) {
            throw value.problem("no such file: " + file + "; correct the path or add the file");
        }
        return file;
    }

    private List<Field> fields(YamlValue value) {
        YamlMap map = value.map();
        List<Field> fields = new ArrayList<>();
        for (String name : map.keys()) {
            if (OURS.contains(name.toLowerCase(Locale.ROOT))) {
                throw map.key(name).problem("the header field " + name + " belongs to the message itself: remove it");
            }
            try {
                fields.add(field(name, map.require(name)));
            } catch (IllegalArgumentException noName) {
                throw map.key(name).problem(noName.getMessage() + ": correct it");
            }
        }
        return fields;
    }

    private Field field(String name, YamlValue value) {
        if (!value.isMap()) {
            return new Field(name, Place.TEXT, value.text());
        }
        YamlMap map = value.map().only("env", "file");
        Optional<YamlValue> variable = map.find("env");
        return variable.isPresent()
                ? new Field(name, Place.ENV, variable(map.only("env").require("env")))
                : new Field(name, Place.FILE, secret(map.require("file")).toString());
    }

    private Path secret(YamlValue value) {
        Path file = file(value);
        if (file.startsWith(folder)) {
            throw value.problem(
                    "a secret in the adapter's folder has its hash in every record: move " + file + " elsewhere");
        }
        return file;
    }
}
