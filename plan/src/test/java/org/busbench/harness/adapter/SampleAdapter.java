package org.busbench.harness.adapter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A correct adapter that uses all that there is. */
public final class SampleAdapter {
    /** Its file. */
    public static final String TEXT = """
            schema: busbench/adapter/1
            name: sample
            title: A sample
            version: {command: [sh, -c, echo v1.2], pattern: 'v(\\S+)'}
            role: mediator
            about: one line
            requires:
              - program: sh
                install: apt-get install dash
            java:
              main: org.example.Main
              classpath:
                - folder: ${work}
                - jars: ${project}/lib
                - maven: org.example:thing:jar:tests:1.0
                  exclude: ["org.other:*"]
              options: ["-Dhome=${work}"]
              arguments: ["${port.http}", ""]
            environment: {HOME_OF: "${adapter}"}
            files:
              - from: native.conf
                to: conf/native.conf
                template: true
              - from: ${project}/shared
                to: .
                replace: {"127.0.0.1:9000": "127.0.0.1:${backend.A.port}"}
              - folder: repository/modules
            ports: {http: 8290, admin: 8291}
            ready: {url: "http://127.0.0.1:${port.http}/up", within: 30s}
            stop: {signal: QUIT, within: 3s}
            scenarios:
              virtualization: {url: "http://127.0.0.1:${port.http}/v"}
              cbr: {url: "http://127.0.0.1:${port.http}/c"}
              xslt: {not-served: no stylesheets}
            deviations: [a heap of its own]
            """;

    private SampleAdapter() {}

    /** Writes a project with this adapter; returns the adapter's folder. */
    public static Path write(Path project, String text) throws IOException {
        Path folder = Files.createDirectories(project.resolve("configs/adapters/sample"));
        Files.createDirectories(project.resolve("lib"));
        Files.writeString(
                Files.createDirectories(project.resolve("shared")).resolve("endpoint.xml"),
                "<a>127.0.0.1:9000</a><b>127.0.0.1:9001</b>");
        Files.writeString(folder.resolve("native.conf"), "listen ${port.http};\nupstream ${backend.A.url};\n");
        Files.writeString(folder.resolve(Adapter.FILE_NAME), text);
        return folder;
    }
}
