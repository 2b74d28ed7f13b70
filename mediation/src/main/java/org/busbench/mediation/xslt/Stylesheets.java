package org.busbench.mediation.xslt;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.busbench.mediation.xslt.Stylesheet.Resources;

/**
 * The stylesheets of one configuration. They share one Saxon, which forgets no name of a message. When messages have brought too many names, another
 * thread compiles the stylesheets anew for a fresh Saxon. Until it is ready, messages go on that bring no new name; others wait for it
 * ({@link NamesSpentException}).
 *
 * <p>Safe for use by several threads.
 */
public final class Stylesheets {

    private static final ThreadPoolExecutor RENEWER =
            new ThreadPoolExecutor(1, 1, 10, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "stylesheet-renewal");
                thread.setDaemon(true);
                return thread;
            });

    static {
        RENEWER.allowCoreThreadTimeOut(true);
    }

    private final List<Stylesheet.Source> sources = new ArrayList<>();
    private volatile SaxonGeneration current;
    private CompletableFuture<Void> renewal;

    /** Without any. */
    public Stylesheets() {}

    /**
     * Compiles a stylesheet. Takes milliseconds: do it when the configuration is read.
     *
     * @param name for messages, as the configuration calls it
     * @param bytes the stylesheet, a document without document type
     * @param resources what it may import; asked only now
     * @throws StylesheetException when it is malformed, no stylesheet, or makes text or HTML, which cannot stand in an envelope
     */
    public synchronized Stylesheet compile(String name, byte[] bytes, Resources resources) throws StylesheetException {
        if (current == null) {
            current = new SaxonGeneration();
        }
        Map<String, byte[]> imported = new HashMap<>();
        Stylesheet.Source source = new Stylesheet.Source(name, bytes, imported);
        current.compile(source, href -> imported.computeIfAbsent(href, resources::find));
        sources.add(source);
        return Stylesheet.of(this, source);
    }

    /** For messages that begin now. */
    SaxonGeneration generation() {
        return current;
    }

    /** Puts another generation in the place of one that is spent, on another thread; completed when that is done. */
    synchronized CompletionStage<Void> renew(SaxonGeneration spent) {
        if (current != spent) {
            return CompletableFuture.completedFuture(null);
        }
        // One that is over and left the spent generation in its place has failed.
        if (renewal == null || renewal.isDone()) {
            List<Stylesheet.Source> all = List.copyOf(sources);
            renewal = CompletableFuture.runAsync(() -> current = compiled(all), RENEWER);
        }
        return renewal;
    }

    private static SaxonGeneration compiled(List<Stylesheet.Source> sources) {
        SaxonGeneration next = new SaxonGeneration();
        for (Stylesheet.Source source : sources) {
            try {
                next.compile(source, source.imports()::get);
            } catch (StylesheetException e) {
                throw new IllegalStateException("what was compiled once does not compile again: " + e.getMessage(), e);
            }
        }
        return next;
    }
}
