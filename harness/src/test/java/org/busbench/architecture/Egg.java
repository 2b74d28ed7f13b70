package org.busbench.architecture;

/** One of two classes that refer to each other, for a test of the test. */
final class Egg {
    Hen hen;
}
