package org.busbench.mediation.xslt;

import java.util.Map;
import net.sf.saxon.event.Builder;
import net.sf.saxon.event.PipelineConfiguration;
import net.sf.saxon.event.Receiver;
import net.sf.saxon.expr.instruct.GlobalParameterSet;
import net.sf.saxon.om.NodeInfo;
import net.sf.saxon.om.StructuredQName;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.trans.XsltController;
import net.sf.saxon.value.StringValue;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.busbench.mediation.xslt.stream.Transducer;

/**
 * A stylesheet at work: takes the source as events, then pushes the result out as events.
 *
 * <p>Belongs to one thread, one message after the other.
 */
final class LoadedStylesheet {

    private static final Log LOG = LogFactory.getLog(Stylesheet.class);

    private final Stylesheet stylesheet;
    private Builder builder;
    private Receiver source;
    private XsltController controller;
    private final Transducer transducer;

    LoadedStylesheet(Stylesheet stylesheet, int mostBytes) {
        this.stylesheet = stylesheet;
        this.transducer = stylesheet.program() == null ? null : new Transducer(stylesheet.program(), mostBytes);
    }

    /** What does it without a tree, or null. */
    Transducer transducer() {
        return transducer;
    }

    String name() {
        return stylesheet.name();
    }

    /** Where the source goes: one element. Whitespace is stripped as the stylesheet says. */
    Receiver begin() throws XPathException {
        controller = stylesheet.newController();
        controller.setErrorReporter(error -> LOG.debug(error.getMessage()));
        controller.setMessageHandler(
                message -> LOG.info(name() + ": " + message.getContent().getStringValue()));
        builder = controller.makeBuilder();
        source = controller.makeStripper(builder);
        source.open();
        source.startDocument(0);
        return source;
    }

    /** Transforms what came in since {@link #begin}. */
    void finish(Map<String, String> parameters, Utf8Writer to) throws XPathException {
        source.endDocument();
        source.close();
        NodeInfo document = builder.getCurrentRoot();
        GlobalParameterSet values = new GlobalParameterSet();
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            values.put(
                    StructuredQName.fromClarkName(parameter.getKey()),
                    StringValue.makeStringValue(parameter.getValue()));
        }
        PipelineConfiguration pipeline = controller.makePipelineConfiguration();
        to.setPipelineConfiguration(pipeline);
        controller.setGlobalContextItem(document, true);
        controller.initializeController(values);
        controller.applyTemplates(document, to);
    }
}
