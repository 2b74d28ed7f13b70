package org.busbench.mediation.compile;

import java.util.ArrayList;
import java.util.List;
import org.apache.synapse.Mediator;
import org.apache.synapse.config.SynapseConfiguration;
import org.apache.synapse.mediators.builtin.PropertyMediator;
import org.apache.synapse.mediators.builtin.RespondMediator;
import org.apache.synapse.mediators.builtin.SendMediator;
import org.apache.synapse.mediators.transform.HeaderMediator;
import org.apache.synapse.mediators.transform.XSLTMediator;

/** An out sequence: transformations and header fields, then back to the client. */
final class ReplyCompiler {

    private final SynapseConfiguration configuration;
    private final Stylesheets stylesheets;

    ReplyCompiler(SynapseConfiguration configuration, Stylesheets stylesheets) {
        this.configuration = configuration;
        this.stylesheets = stylesheets;
    }

    Reply compile(Mediators todo) throws NotKnown {
        List<Transform> transforms = new ArrayList<>();
        List<Field> fields = new ArrayList<>();
        Mediators some = todo.unfolded(configuration);
        while (!some.isEnd()) {
            Mediator first = some.first();
            Mediators rest = some.rest().unfolded(configuration);
            if (first instanceof SendMediator || first instanceof RespondMediator) {
                if (first instanceof SendMediator send
                        && (send.getEndpoint() != null || send.getReceivingSequence() != null)) {
                    throw new NotKnown("a <send> to an endpoint in the out sequence");
                }
                if (!rest.isOver()) {
                    throw new NotKnown("<" + Mediators.name(rest.first()) + "> after a <send>");
                }
                return new Reply(transforms, fields);
            }
            if (first instanceof XSLTMediator xslt) {
                transforms.add(stylesheets.of(xslt));
            } else if (first instanceof PropertyMediator property) {
                fields = Fields.with(fields, property);
            } else if (first instanceof HeaderMediator header) {
                fields = Fields.with(fields, header);
            } else {
                throw new NotKnown("<" + Mediators.name(first) + "> in the out sequence");
            }
            some = rest;
        }
        throw new NotKnown("the out sequence ends without sending the answer");
    }
}
