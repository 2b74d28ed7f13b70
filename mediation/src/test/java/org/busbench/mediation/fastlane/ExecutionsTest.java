package org.busbench.mediation.fastlane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ExecutionsTest {

    @Test
    void eachKindOfInstructionHasAnExecution() {
        assertThat(MessageMediation.EXECUTIONS.keySet())
                .containsExactlyInAnyOrderElementsOf(
                        kinds(FlowInstruction.class).toList());
    }

    private static Stream<Class<?>> kinds(Class<?> kind) {
        return kind.isSealed()
                ? Stream.of(kind.getPermittedSubclasses()).flatMap(ExecutionsTest::kinds)
                : Stream.of(kind);
    }
}
