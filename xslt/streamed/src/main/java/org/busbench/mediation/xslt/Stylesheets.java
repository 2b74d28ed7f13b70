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
 * The stylesheets of one configuration. They share one Saxon, which is not loaded before one of them, or a message, needs a tree. It forgets no name of a
 * message: when messages have brought too many, the stylesheets are compiled anew for a fresh Saxon. Either is done by another thread. Until it has ended,
 * messages go on that need no tree or bring no new name; others wait for it ({@link SaxonNotReadyException}).
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
     * Compiles a stylesheet; with Saxon, too, when it needs a tree. Takes milliseconds: do it when the configuration is read.
     *
     * @param name for messages, as the configuration calls it
     * @param bytes the stylesheet, a document without document type
     * @param resources what it may import; asked only now
     * @throws StylesheetException when it is malformed, no stylesheet, or makes text or HTML, which cannot stand in an envelope
     */
    public synchronized Stylesheet compile(String name, byte[] bytes, Resources resources) throws StylesheetException {
        Map<String, byte[]> imported = new HashMap<>();
        Stylesheet.Source source = new Stylesheet.Source(name, bytes, imported);
        Resources remembered = href -> imported.computeIfAbsent(href, resources::find);
        Stylesheet stylesheet = Stylesheet.of(this, source, remembered);
        if (stylesheet.program() == null) {
            requireSaxon();
        }
        if (current != null) {
            current.compile(source, remembered);
        }
        sources.add(source);
        return stylesheet;
    }

    /** Compiles for trees what was compiled so far, at once. */
    synchronized void requireSaxon() {
        if (current == null) {
            current = compiled(sources);
        }
    }

    /** For messages that begin now; null when none has needed a tree so far. */
    SaxonGeneration generation() {
        return current;
    }

    /** Puts another generation in the place of one that is spent, or of none, on another thread; completed when that is done. */
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
            } catch (StylesheetException | RuntimeException e) {
                // Only messages for this stylesheet fail.
                next.refuse(source, String.valueOf(e.getMessage()));
            }
        }
        return next;
    }
}
