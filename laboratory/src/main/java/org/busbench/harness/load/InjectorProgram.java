package org.busbench.harness.load;

import java.util.List;

/** A program that makes loads on command, in a JVM that stays warm. */
public sealed interface InjectorProgram permits JmeterHome, GatlingHome {
    String classPath();

    /** The main class, and what it is told. */
    List<String> command();
}
