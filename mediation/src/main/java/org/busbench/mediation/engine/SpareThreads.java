package org.busbench.mediation.engine;

import java.lang.reflect.Field;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.apache.synapse.endpoints.EndpointView;

/**
 * Takes threads from Synapse that it does not need: it starts one for each endpoint, up to ten, which count once a minute what JMX shows of it. One does
 * that for all. Called once, by whoever starts the engine.
 */
final class SpareThreads {

    private static final Log LOG = LogFactory.getLog(SpareThreads.class);

    private SpareThreads() {}

    /** Leaves one thread to all endpoints; endpoints that come later share it. */
    static void release() {
        try {
            Field scheduler = EndpointView.class.getDeclaredField("scheduler");
            scheduler.setAccessible(true);
            if (scheduler.get(null) instanceof ScheduledThreadPoolExecutor threads) {
                threads.setCorePoolSize(1);
            }
        } catch (NoSuchFieldException | IllegalAccessException e) {
            LOG.warn("Synapse keeps a thread for each endpoint", e);
        }
    }
}
