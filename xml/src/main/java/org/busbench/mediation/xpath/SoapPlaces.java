package org.busbench.mediation.xpath;

import org.busbench.mediation.xml.Name;
import org.busbench.mediation.xml.SoapNamespaces;
import org.busbench.mediation.xpath.Path.Origin;

/** Tells the parts of a SOAP message as its outer elements begin. Used again for the next message; confined to one evaluator. */
final class SoapPlaces {
    private String soap;
    private boolean header;
    private boolean body;

    void begin() {
        soap = null;
        header = false;
        body = false;
    }

    /** The part of a SOAP message that begins, or null when it is no SOAP message; asked of the two outermost elements. */
    Origin of(Name name, int depth) {
        if (depth == 1) {
            soap = name.namespace();
            return SoapNamespaces.contains(soap) && name.local().equals("Envelope") ? Origin.ENVELOPE : null;
        }
        if (depth == 2 && name.namespace().equals(soap) && !body) {
            if (name.local().equals("Header") && !header) {
                header = true;
                return Origin.HEADER;
            }
            body = name.local().equals("Body");
            return body ? Origin.BODY : null;
        }
        return null;
    }

    boolean hasHeader() {
        return header;
    }

    boolean hasBody() {
        return body;
    }

    boolean isFault(Name name) {
        return body && name.local().equals("Fault") && name.namespace().equals(soap);
    }
}
