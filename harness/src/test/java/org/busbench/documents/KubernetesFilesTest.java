package org.busbench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.busbench.harness.ProjectFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Holds the files of {@code deploy/kubernetes} against each other and against the project. It reads names, ports, volumes and
 * paths. What a cluster does with them it cannot say.
 */
class KubernetesFilesTest {
    private static final Path FOLDER = ProjectFiles.ROOT.resolve("deploy/kubernetes");

    private static Map<String, Object> kustomization;
    private static final List<Map<String, Object>> OBJECTS = new ArrayList<>();

    @BeforeAll
    static void read() throws IOException {
        kustomization = documents(FOLDER.resolve("kustomization.yaml")).get(0);
        for (Object file : list(kustomization, "resources")) {
            OBJECTS.addAll(documents(FOLDER.resolve((String) file)));
        }
    }

    @Test
    void theKustomizationNamesEveryFileAndEveryObjectHasAKindAndAName() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(list(kustomization, "resources").stream().map(Object::toString))
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> file.getFileName().toString())
                                    .filter(name -> name.endsWith(".yaml") && !name.equals("kustomization.yaml"))
                                    .toList());
        }
        assertThat(OBJECTS)
                .extracting(object -> object.get("apiVersion") + " " + object.get("kind") + " "
                        + map(object, "metadata").get("name"))
                .containsExactlyInAnyOrder(
                        "v1 Namespace busbench",
                        "v1 PersistentVolumeClaim results",
                        "apps/v1 Deployment backend",
                        "v1 Service backend",
                        "apps/v1 Deployment mediator",
                        "v1 Service mediator",
                        "networking.k8s.io/v1 NetworkPolicy mediator",
                        "batch/v1 Job injectors");
        assertThat(kustomization).containsEntry("namespace", "busbench");
    }

    @Test
    void deploymentsAndServicesFindTheirPodsAndServicesTheirPorts() {
        for (Map<String, Object> deployment : ofKind("Deployment")) {
            assertThat(map(map(deployment, "spec"), "selector").get("matchLabels"))
                    .isEqualTo(labels(deployment));
        }
        for (Map<String, Object> service : ofKind("Service")) {
            Map<String, Object> spec = map(service, "spec");
            List<Map<String, Object>> pods = ofKind("Deployment").stream()
                    .filter(deployment -> labels(deployment)
                            .entrySet()
                            .containsAll(map(spec, "selector").entrySet()))
                    .toList();
            assertThat(pods).as("pods of %s", service).hasSize(1);
            Map<Object, Object> ports = new TreeMap<>();
            for (Object port : list(containers(pods.get(0)).get(0), "ports")) {
                ports.put(map(port).get("name"), map(port).get("containerPort"));
            }
            assertThat(list(spec, "ports"))
                    .hasSize(ports.size())
                    .allSatisfy(port -> assertThat(ports)
                            .containsEntry(
                                    map(port).get("targetPort"), map(port).get("port")));
        }
    }

    @Test
    void theMediatorIsAskedForItsHealthOnAPortThatNoOtherPodReaches() {
        Map<String, Object> mediator = ofKind("Deployment").stream()
                .map(deployment -> containers(deployment).get(0))
                .filter(container -> container.get("name").equals("mediator"))
                .findFirst()
                .orElseThrow();

        assertThat(mediator.get("command").toString()).contains("--admin, 0.0.0.0:8281");
        for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
            assertThat(map(map(mediator, probe), "httpGet"))
                    .as(probe)
                    .containsEntry("path", "/health")
                    .containsEntry("port", 8281);
        }
        assertThat(map(ofKind("NetworkPolicy").get(0), "spec").get("ingress").toString())
                .isEqualTo("[{ports=[{port=8280}]}]");
    }

    @Test
    void injectorsAreAnIndexedJobOfAsManyPodsAtOnceAsInAllThatIsNotRepeated() {
        Map<String, Object> job = map(ofKind("Job").get(0), "spec");

        assertThat(job).containsEntry("completionMode", "Indexed").containsEntry("backoffLimit", 0);
        assertThat((Integer) job.get("parallelism")).isGreaterThan(1).isEqualTo(job.get("completions"));
        assertThat(map(map(job, "template"), "spec")).containsEntry("restartPolicy", "Never");
    }

    @Test
    void allMountsHaveVolumesAllClaimsExistAndEachPodStandsAlone() {
        List<Object> claims = ofKind("PersistentVolumeClaim").stream()
                .map(claim -> map(claim, "metadata").get("name"))
                .toList();
        for (Map<String, Object> object : workloads()) {
            Map<String, Object> pod = pod(object);
            Map<Object, Map<String, Object>> volumes = new TreeMap<>();
            for (Object volume : pod.containsKey("volumes") ? list(pod, "volumes") : List.of()) {
                volumes.put(map(volume).get("name"), map(volume));
            }
            for (Map<String, Object> container : containers(object)) {
                for (Object mount :
                        container.containsKey("volumeMounts") ? list(container, "volumeMounts") : List.of()) {
                    assertThat(volumes).containsKey(map(mount).get("name"));
                }
                assertThat(map(container, "resources").get("requests"))
                        .isEqualTo(map(container, "resources").get("limits"));
            }
            volumes.values().stream()
                    .filter(volume -> volume.containsKey("persistentVolumeClaim"))
                    .forEach(volume -> assertThat(claims)
                            .contains(map(volume, "persistentVolumeClaim").get("claimName")));
            assertThat(pod.get("affinity").toString()).contains("kubernetes.io/hostname", "{app=busbench}");
        }
    }

    /** Paths below /busbench that commands use are in the image, and variables of the injectors' command are set. */
    @Test
    void commandsUseWhatTheImageHoldsAndTheLoadDefines() throws IOException {
        List<String> copied = Pattern.compile("(?m)^COPY \\S+ /busbench/(\\S+)$")
                .matcher(Files.readString(FOLDER.resolve("Containerfile")))
                .results()
                .map(copy -> copy.group(1))
                .toList();
        assertThat(copied).isNotEmpty();
        TreeSet<String> used = new TreeSet<>();
        for (Map<String, Object> object : workloads()) {
            for (Map<String, Object> container : containers(object)) {
                String command = container.get("command").toString();
                Pattern.compile("/busbench/([\\w./-]*\\w)")
                        .matcher(command)
                        .results()
                        .forEach(path -> used.add(path.group(1)));
            }
        }
        used.add(literals().get("PLAN"));
        used.add("configs/scenarios/" + literals().get("SCENARIO"));
        assertThat(used).hasSizeGreaterThan(5).allSatisfy(path -> {
            assertThat(copied).as(path).anyMatch(folder -> path.startsWith(folder));
            assertThat(path.contains("target/") || Files.exists(ProjectFiles.ROOT.resolve(path)))
                    .as("%s is in the project", path)
                    .isTrue();
        });
        String injector = containers(ofKind("Job").get(0)).get(0).get("command").toString();
        List<String> variables = Pattern.compile("\\$([A-Z_]+)")
                .matcher(injector)
                .results()
                .map((MatchResult variable) -> variable.group(1))
                .filter(variable -> !variable.equals("JOB_COMPLETION_INDEX"))
                .distinct()
                .toList();
        assertThat(literals().keySet()).containsExactlyInAnyOrderElementsOf(variables);
        assertThat(injector).contains("-Jnonces=own").contains("@$JOB_COMPLETION_INDEX.jtl");
    }

    @Test
    void thePageSaysThatTheProjectNeverRanThem() throws IOException {
        assertThat(Files.readString(FOLDER.resolve("README.md"))).contains("**Not run by us.**");
    }

    private static Map<String, String> literals() {
        Map<String, Object> generator =
                map(list(kustomization, "configMapGenerator").get(0));
        assertThat(generator).containsEntry("name", "load");
        return list(generator, "literals").stream()
                .map(literal -> ((String) literal).split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    private static List<Map<String, Object>> workloads() {
        List<Map<String, Object>> workloads = new ArrayList<>(ofKind("Deployment"));
        workloads.addAll(ofKind("Job"));
        assertThat(workloads).hasSize(3);
        return workloads;
    }

    private static List<Map<String, Object>> ofKind(String kind) {
        return OBJECTS.stream()
                .filter(object -> kind.equals(object.get("kind")))
                .toList();
    }

    private static Map<String, Object> pod(Map<String, Object> workload) {
        return map(map(map(workload, "spec"), "template"), "spec");
    }

    private static Map<String, Object> labels(Map<String, Object> workload) {
        return map(map(map(map(workload, "spec"), "template"), "metadata"), "labels");
    }

    private static List<Map<String, Object>> containers(Map<String, Object> workload) {
        return Stream.of("containers", "initContainers")
                .filter(pod(workload)::containsKey)
                .flatMap(key -> list(pod(workload), key).stream())
                .map(KubernetesFilesTest::map)
                .toList();
    }

    private static Map<String, Object> map(Map<String, Object> of, String key) {
        assertThat(of).containsKey(key);
        return map(of.get(key));
    }

    @SuppressWarnings("unchecked") // keys of YAML mappings are texts here, or the assertions fail
    private static Map<String, Object> map(Object value) {
        assertThat(value).isInstanceOf(Map.class);
        return (Map<String, Object>) value;
    }

    private static List<Object> list(Map<String, Object> of, String key) {
        assertThat(of.get(key)).as(key).isInstanceOf(List.class);
        return List.copyOf((List<?>) of.get(key));
    }

    private static List<Map<String, Object>> documents(Path file) throws IOException {
        List<Map<String, Object>> documents = new ArrayList<>();
        try (InputStream in = Files.newInputStream(file)) {
            new Load(LoadSettings.builder().setLabel(file.toString()).build())
                    .loadAllFromInputStream(in)
                    .forEach(document -> documents.add(map(document)));
        }
        return documents;
    }
}
