package org.busbench.mediation.xslt;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import net.sf.saxon.lib.Feature;
import net.sf.saxon.om.NamePool;
import net.sf.saxon.om.NamespaceUri;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.trans.XPathException;
import net.sf.saxon.trans.XsltController;
import net.sf.saxon.value.Whitespace;

/**
 * One Saxon, closed to the outside, with the stylesheets that were compiled for it. Its pool forgets no name and is full for ever at 2^20 of them, so
 * it is spent long before. It becomes garbage when {@link Stylesheets} has another one and the last message that began with it has ended: nothing
 * that lasts longer refers to it.
 *
 * <p>Safe for use by several threads.
 */
final class SaxonGeneration {

    private static final int MOST_NAMES = 50_000;
    private static final long MOST_CHARACTERS = 8 << 20;
    /** Stylesheets can make names of texts, which come by no other way: how often they are looked for. */
    private static final int MESSAGES_PER_PROBE = 256;

    private final Processor saxon = closedSaxon();
    private final NamePool pool = saxon.getUnderlyingConfiguration().getNamePool();
    private final Map<Stylesheet.Source, XsltExecutable> executables = new ConcurrentHashMap<>();
    private final Map<Stylesheet.Source, String> refused = new ConcurrentHashMap<>();
    private final Map<Object, Object> caches = Collections.synchronizedMap(new WeakHashMap<>());
    private final Map<String, NamespaceUri> namespaces = new ConcurrentHashMap<>();
    private final NameCollisions collisions = new NameCollisions();
    private final AtomicLong characters = new AtomicLong();
    private final AtomicInteger begun = new AtomicInteger();
    private final int first = probe(0);
    private volatile int last = first;

    /** Compiles a stylesheet, with what it may import. */
    void compile(Stylesheet.Source source, Stylesheet.Resources resources) throws StylesheetException {
        executables.put(source, source.compile(saxon, resources));
    }

    /** Says why a stylesheet cannot be compiled. */
    void refuse(Stylesheet.Source source, String reason) {
        refused.put(source, reason);
    }

    /** Why a stylesheet cannot be compiled, or null. */
    String refusal(Stylesheet.Source source) {
        return refused.get(source);
    }

    /** A controller for one transformation. */
    XsltController newController(Stylesheet.Source source) throws XPathException {
        if (refusal(source) != null) {
            throw new XPathException(refusal(source));
        }
        if (begun.incrementAndGet() % MESSAGES_PER_PROBE == 0) {
            last = Math.max(last, probe(begun.get()));
        }
        return executables.get(source).getUnderlyingCompiledStylesheet().newController();
    }

    /**
     * Returns what a user keeps as long as this generation is in use; makes it when there is none.
     *
     * @param user who asks, always for the same kind; not kept by this
     */
    <T> T kept(Object user, Class<T> kind, Supplier<T> made) {
        return kind.cast(caches.computeIfAbsent(user, some -> made.get()));
    }

    NamePool pool() {
        return pool;
    }

    /** Whether messages have brought so many names that the next message with a new one should find another generation. */
    boolean isSpent() {
        return last - first + namespaces.size() >= MOST_NAMES
                || characters.get() >= MOST_CHARACTERS
                || collisions.refused();
    }

    boolean knows(NamespaceUri namespace, String local) {
        return pool.getFingerprint(namespace, local) >= 0;
    }

    void add(NamespaceUri namespace, String local) throws XPathException {
        collisions.add(namespace, local);
        last = Math.max(last, pool.allocateFingerprint(namespace, local));
        characters.addAndGet(local.length());
    }

    /** The namespace that a message has named before, or a stylesheet, or Saxon itself; else null. */
    NamespaceUri namespace(String uri) {
        NamespaceUri known = namespaces.get(uri);
        return known != null ? known : SaxonNamespaces.registered(uri);
    }

    NamespaceUri addNamespace(String uri) {
        characters.addAndGet(uri.length());
        return namespaces.computeIfAbsent(uri, SaxonNamespaces::unregistered);
    }

    /** How many names the pool has, since they are numbered; adds one. */
    private int probe(int number) {
        return pool.allocateFingerprint(NamespaceUri.NULL, "probe " + number);
    }

    private static Processor closedSaxon() {
        Processor saxon = new Processor(false);
        saxon.setConfigurationProperty(Feature.ALLOW_EXTERNAL_FUNCTIONS, false);
        saxon.setConfigurationProperty(Feature.ALLOWED_PROTOCOLS, "");
        saxon.setConfigurationProperty(Feature.DISABLE_XSL_EVALUATE, true);
        saxon.getUnderlyingConfiguration().setResourceResolver(request -> {
            throw new XPathException(
                    "'" + request.uri + "': a stylesheet reaches nothing outside of the configuration");
        });
        return saxon;
    }

    /**
     * Namespaces that Saxon does not keep. {@code NamespaceUri.of} puts each into a map that lives as long as the JVM, and Saxon compares them by
     * identity. So a namespace that the map has is taken from there, and one of a message is made without it.
     */
    private static final class SaxonNamespaces {
        private static final Map<?, ?> REGISTERED;
        private static final MethodHandle NEW;

        static {
            try {
                MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(NamespaceUri.class, MethodHandles.lookup());
                VarHandle map =
                        lookup.findStaticVarHandle(NamespaceUri.class, "stringToNamespaceUri", ConcurrentHashMap.class);
                REGISTERED = (Map<?, ?>) map.get();
                NEW = lookup.findConstructor(NamespaceUri.class, MethodType.methodType(void.class, String.class));
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("this Saxon keeps its namespaces in another way than 12.9", e);
            }
        }

        static NamespaceUri registered(String uri) {
            return (NamespaceUri) REGISTERED.get(Whitespace.trim(uri));
        }

        static NamespaceUri unregistered(String uri) {
            try {
                return (NamespaceUri) NEW.invokeExact(Whitespace.trim(uri));
            } catch (Throwable e) {
                throw new IllegalStateException("no namespace of Saxon could be made for '" + uri + "'", e);
            }
        }
    }
}
