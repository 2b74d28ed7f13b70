package org.busbench.mediation.axiom;

import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamReader;
import org.apache.axiom.om.util.StAXParserConfiguration;
import org.apache.axiom.om.util.StAXUtils;
import org.apache.axiom.util.stax.wrapper.WrappingXMLInputFactory;
import org.busbench.mediation.xml.BoundedReader;
import org.busbench.mediation.xml.Limits;

/** Has Axiom read messages, and texts that mediators parse, within the bounds of {@link BoundedReader}. */
public final class BoundedParsers {
    private BoundedParsers() {}

    /** Bounds all parsers that are made from now on in this process. */
    @SuppressWarnings("unchecked")
    public static void use(Limits limits) {
        try {
            // Axiom knows parsers by their jar, so that one of our own could not stand in Woodstox's place.
            StAXUtils.setFactoryPerClassLoader(false);
            var field = StAXUtils.class.getDeclaredField("inputFactoryMap");
            field.setAccessible(true);
            var factories = (Map<StAXParserConfiguration, XMLInputFactory>) field.get(null);
            for (StAXParserConfiguration use : List.of(StAXParserConfiguration.SOAP, StAXParserConfiguration.DEFAULT)) {
                factories.put(use, new WrappingXMLInputFactory(StAXUtils.getXMLInputFactory(use)) {
                    @Override
                    protected XMLStreamReader wrap(XMLStreamReader reader) {
                        return new BoundedReader(reader, limits);
                    }
                });
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Axiom keeps its parsers elsewhere: names are not bounded", e);
        }
    }
}
