package org.busbench.mediation.rig;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.synapse.MessageContext;
import org.apache.synapse.core.axis2.Axis2MessageContext;
import org.apache.synapse.mediators.AbstractMediator;

/** A mediator that throws the Error that a message's field {@code Fail} names, or takes all memory for good. */
public final class Failing extends AbstractMediator {
    private static final List<byte[]> KEPT = new ArrayList<>();

    /** Synapse makes it. */
    public Failing() {
        // Nothing to set.
    }

    @Override
    public boolean mediate(MessageContext message) {
        Map<?, ?> fields = (Map<?, ?>) ((Axis2MessageContext) message)
                .getAxis2MessageContext()
                .getProperty(org.apache.axis2.context.MessageContext.TRANSPORT_HEADERS);
        switch (String.valueOf(fields.get("Fail"))) {
            case "stack" -> throw new StackOverflowError();
            case "memory" -> throw new OutOfMemoryError("the test wants it");
            case "linkage" -> throw new NoClassDefFoundError("the/test/wants/it");
            case "error" -> throw new Error("the test wants it");
            case "heap" -> {
                for (int bytes = 16 << 20; ; bytes = Math.max(bytes / 64, 4 << 10)) {
                    fill(bytes);
                }
            }
            default -> {
                return true;
            }
        }
    }

    private static void fill(int bytes) {
        try {
            while (true) {
                KEPT.add(new byte[bytes]);
            }
        } catch (OutOfMemoryError e) {
            if (bytes == 4 << 10) {
                throw e;
            }
        }
    }
}
