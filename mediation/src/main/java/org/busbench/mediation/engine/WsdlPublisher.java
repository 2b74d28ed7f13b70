package org.busbench.mediation.engine;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.description.AxisService;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.transport.nhttp.NhttpConstants;
import org.apache.ws.commons.schema.XmlSchema;
import org.busbench.mediation.http.head.HeadEdits;

/** Answers {@code ?wsdl}, {@code ?wsdl2} and {@code ?xsd} of the deployed services, as Axis2 writes them. Workers call it. */
record WsdlPublisher(ConfigurationContext axis) {

    private static final Log LOG = LogFactory.getLog(WsdlPublisher.class);

    /** Axis2 wants an address and does not use it: {@link EngineListener} gives the published one. */
    private static final String ANY_ADDRESS = "127.0.0.1";

    /** Answers a request for a description, or returns false. */
    boolean answer(String target, EngineResponse response) {
        int query = target.indexOf('?');
        if (query < 0) {
            return false;
        }
        Map<String, String> parameters = parameters(target.substring(query + 1));
        AxisService service = service(target);
        boolean requested =
                parameters.containsKey("wsdl") || parameters.containsKey("wsdl2") || parameters.containsKey("xsd");
        if (service == null || !requested) {
            return false;
        }
        ByteArrayOutputStream description = new ByteArrayOutputStream();
        try {
            // Axis2 writes nothing where a service has no WSDL of the version.
            if (!write(service, parameters, description) || description.size() == 0) {
                response.answer(404, HeadEdits.NONE, null);
                return true;
            }
        } catch (IOException | RuntimeException e) {
            LOG.error("no description of " + service.getName() + ": " + e.getMessage());
            byte[] text = ("Error generating the description of service " + service.getName())
                    .getBytes(StandardCharsets.UTF_8);
            response.answer(500, type("text/html"), BodyPipe.of(text));
            return true;
        }
        response.answer(200, type("text/xml"), BodyPipe.of(description.toByteArray()));
        return true;
    }

    private static boolean write(AxisService service, Map<String, String> parameters, ByteArrayOutputStream to)
            throws IOException {
        if (parameters.containsKey("wsdl")) {
            if (parameters.get("wsdl") == null) {
                service.printWSDL(to, ANY_ADDRESS);
            } else {
                service.printUserWSDL(to, parameters.get("wsdl"));
            }
            return true;
        }
        if (parameters.containsKey("wsdl2")) {
            service.printWSDL2(to, ANY_ADDRESS);
            return true;
        }
        String name = parameters.get("xsd");
        if (name == null || name.isEmpty()) {
            service.printSchema(to);
            return true;
        }
        return writeSchema(service, name, to);
    }

    /** An original WSDL asks for a schema by the path in it, and Axis2 knows the schema by the end of that. */
    private static boolean writeSchema(AxisService service, String path, ByteArrayOutputStream to) throws IOException {
        String name = path.substring(path.lastIndexOf('/') + 1);
        service.populateSchemaMappings();
        Map<?, ?> schemas = service.getSchemaMappingTable();
        Object schema = schemas.get(name);
        if (schema == null && name.indexOf('.') > 0) {
            schema = schemas.get(name.substring(0, name.indexOf('.')));
        }
        if (!(schema instanceof XmlSchema found)) {
            return false;
        }
        found.write(to);
        return true;
    }

    private AxisService service(String target) {
        String path = axis.getServiceContextPath();
        String services = path.startsWith("/") ? path : "/" + path;
        String name = null;
        if (target.startsWith(services)) {
            name = target.substring(services.length()).replaceFirst("^/", "").replaceFirst("[?/].*", "");
        } else if (axis.getProperty(NhttpConstants.EPR_TO_SERVICE_NAME_MAP) instanceof Map<?, ?> others) {
            String lower = target.toLowerCase(Locale.ROOT);
            name = others.entrySet().stream()
                    .filter(other -> lower.contains(other.getKey().toString().toLowerCase(Locale.ROOT)))
                    .map(other -> other.getValue().toString())
                    .findFirst()
                    .orElse(null);
        }
        return name == null ? null : axis.getAxisConfiguration().getServices().get(name);
    }

    private static Map<String, String> parameters(String query) {
        Map<String, String> parameters = new LinkedHashMap<>();
        for (String part : query.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                parameters.put(part, null);
            } else {
                parameters.put(part.substring(0, equals), part.substring(equals + 1));
            }
        }
        return parameters;
    }

    private static HeadEdits type(String contentType) {
        return HeadEdits.of(List.of(Map.entry("Content-Type", contentType)));
    }
}
