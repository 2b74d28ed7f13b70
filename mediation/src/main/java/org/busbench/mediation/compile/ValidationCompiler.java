package org.busbench.mediation.compile;

import java.util.List;
import org.apache.synapse.SynapseConstants;
import org.apache.synapse.mediators.Value;
import org.apache.synapse.mediators.builtin.ValidateMediator;
import org.busbench.mediation.compile.MessageState.Mark;
import org.busbench.mediation.compile.SequenceCompiler.Position;
import org.busbench.mediation.embedded.EmbeddedMediator;
import org.busbench.mediation.embedded.SchemaValidation;
import org.busbench.mediation.fastlane.FlowInstruction;
import org.xml.sax.SAXException;

/** Compiles {@code validate}: schemas are read once, now, and a mediator of ours takes its place. */
final class ValidationCompiler {

    private ValidationCompiler() {}

    static FlowInstruction validate(SequenceCompiler compiler, ValidateMediator validate, Position rest)
            throws NotCompilable {
        EmbeddedCompiler.requireContent("validate", rest.state());
        List<String> keys =
                validate.getSchemaKeys().stream().map(Value::getKeyValue).toList();
        for (String key : keys) {
            if (key != null && MediatorQueue.isMissingEntry(key, compiler.configuration)) {
                return compiler.fail(SynapseConstants.DEFAULT_ERROR, "there is no schema '" + key + "'");
            }
        }
        if (compiler.configuration.getProperty(SynapseConstants.SYNAPSE_SCHEMA_RESOLVER) != null
                || keys.stream().anyMatch(compiler.embedded::mayChange)) {
            throw new NotCompilable("<validate> by schemas that may change, or that a class of its own finds");
        }
        EmbeddedMediator step = step(compiler, validate, rest.state());
        compiler.steps.note(compiler.direction, validate, "embedded");
        Position invalid = rest.with(rest.state().with(Mark.INVALID)).before(validate.getList());
        return new FlowInstruction.Embedded(
                step, rest.state().fields(), compiler.compile(rest), compiler.compile(invalid));
    }

    private static EmbeddedMediator step(SequenceCompiler compiler, ValidateMediator validate, MessageState state)
            throws NotCompilable {
        boolean readsFields =
                validate.getSource() != null && EmbeddedCompiler.readsFields(List.of(validate.getSource()), state);
        try {
            SchemaValidation mediator = new SchemaValidation(validate, compiler.configuration);
            return new EmbeddedMediator(compiler.embedded.synapse(), mediator, "validate", readsFields, true);
        } catch (SAXException | RuntimeException e) {
            throw new NotCompilable("<validate>: " + e.getMessage());
        }
    }
}
