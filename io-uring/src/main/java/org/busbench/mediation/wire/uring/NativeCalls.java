package org.busbench.mediation.wire.uring;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/**
 * Calls functions of the C library through {@code java.lang.foreign}, which Java has since version 22. This class compiles on Java 17: it looks the package up
 * by reflection, once, and keeps method handles that take numbers. Functions that fail return the negative number of the error, as the kernel's own do.
 *
 * <p>An object is for one thread at a time, since the error's number stands in memory of its own; {@link #wake} is for any thread.
 */
final class NativeCalls {
    static final int EPERM = 1;
    static final int EINTR = 4;
    static final int EAGAIN = 11;
    static final int ENOMEM = 12;
    static final int EBUSY = 16;
    static final int EPIPE = 32;
    static final int ENOSYS = 38;
    static final int ETIME = 62;
    static final int ECONNABORTED = 103;
    static final int ECONNRESET = 104;
    static final int ENOBUFS = 105;
    static final int ETIMEDOUT = 110;
    static final int ECONNREFUSED = 111;
    static final int EHOSTUNREACH = 113;
    static final int ECANCELED = 125;

    private static final int FIRST_JAVA = 22;
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_SHARED_POPULATE = 0x8001;
    private static final int CLOSE_ON_EXEC = 0x80000;
    private static final int MSG_DONTWAIT_NOSIGNAL = 0x4040;
    private static final int VALUE_AT = 16;

    private final ByteBuffer memory = ByteBuffer.allocateDirect(64).order(ByteOrder.nativeOrder());
    private final Object error = Bound.FOREIGN.segment(memory);
    private final long valueAddress = address(memory) + VALUE_AT;

    /** Returns why there are no native calls, in words that end "..., because", or null when there are. */
    static String whyNone() {
        if (Runtime.version().feature() < FIRST_JAVA) {
            return "it needs Java " + FIRST_JAVA + " or newer, and this is Java "
                    + Runtime.version().feature();
        }
        try {
            return new NativeCalls().memory.isDirect() ? null : "there is no native memory";
        } catch (LinkageError e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            return "Java does not let it call the system (" + cause + ")";
        }
    }

    /** Returns the address of direct memory. */
    static long address(ByteBuffer memory) {
        return Bound.FOREIGN.address(memory);
    }

    /** Returns a view of memory that the kernel has given. */
    static ByteBuffer memory(long address, long bytes) {
        return Bound.FOREIGN.memory(address, bytes).order(ByteOrder.nativeOrder());
    }

    long syscall(long number, long a, long b, long c, long d, long e, long f) {
        try {
            return checked((long) Bound.SYSCALL.invokeExact(error, number, a, b, c, d, e, f));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    long map(long bytes, int descriptor, long offset) {
        try {
            return checked((long)
                    Bound.MMAP.invokeExact(error, 0L, bytes, PROT_READ_WRITE, MAP_SHARED_POPULATE, descriptor, offset));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    long unmap(long address, long bytes) {
        try {
            return checked((int) Bound.MUNMAP.invokeExact(error, address, bytes));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int socket(int family, int type) {
        try {
            return (int) checked((int) Bound.SOCKET.invokeExact(error, family, type | CLOSE_ON_EXEC, 0));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int socketPair(int family, int type, long descriptors) {
        try {
            return (int)
                    checked((int) Bound.SOCKETPAIR.invokeExact(error, family, type | CLOSE_ON_EXEC, 0, descriptors));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int bind(int descriptor, long address, int length) {
        try {
            return (int) checked((int) Bound.BIND.invokeExact(error, descriptor, address, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int listen(int descriptor, int backlog) {
        try {
            return (int) checked((int) Bound.LISTEN.invokeExact(error, descriptor, backlog));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Sets an option of a socket; its value is one number, or two. */
    int setOption(int descriptor, int level, int option, int... value) {
        for (int i = 0; i < value.length; i++) {
            memory.putInt(VALUE_AT + 4 * i, value[i]);
        }
        try {
            return (int) checked((int)
                    Bound.SETSOCKOPT.invokeExact(error, descriptor, level, option, valueAddress, 4 * value.length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int ownAddress(int descriptor, long address, long length) {
        try {
            return (int) checked((int) Bound.GETSOCKNAME.invokeExact(error, descriptor, address, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int peerAddress(int descriptor, long address, long length) {
        try {
            return (int) checked((int) Bound.GETPEERNAME.invokeExact(error, descriptor, address, length));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int shutdown(int descriptor, int how) {
        try {
            return (int) checked((int) Bound.SHUTDOWN.invokeExact(error, descriptor, how));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    int close(int descriptor) {
        try {
            return (int) checked((int) Bound.CLOSE.invokeExact(error, descriptor));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Takes what has arrived; does not wait. */
    int receiveNow(int descriptor, long address, int most) {
        try {
            return (int) checked(
                    (long) Bound.RECV.invokeExact(error, descriptor, address, (long) most, MSG_DONTWAIT_NOSIGNAL));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Sends what the socket takes; does not wait. */
    int sendNow(int descriptor, long address, int count) {
        try {
            return (int) checked(
                    (long) Bound.SEND.invokeExact(error, descriptor, address, (long) count, MSG_DONTWAIT_NOSIGNAL));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Makes a descriptor for {@link #wake}. */
    int wakeable() {
        try {
            return (int) checked((int) Bound.EVENTFD.invokeExact(error, 0, CLOSE_ON_EXEC));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Wakes who waits for that descriptor. For any thread, as long as the descriptor is open. */
    static void wake(int descriptor) {
        try {
            int ignored = (int) Bound.EVENTFD_WRITE.invokeExact(descriptor, 1L);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Returns words for the number of an error, without its sign. */
    static String text(int number) {
        return switch (number) {
            case EPERM -> "not permitted";
            case ENOMEM -> "no memory for it, or the limit of locked memory (ulimit -l) is too low";
            case ENOSYS -> "the kernel does not have it";
            case EPIPE -> "Broken pipe";
            case ECONNABORTED -> "Software caused connection abort";
            case ECONNRESET -> "Connection reset by peer";
            case ETIMEDOUT -> "Connection timed out";
            case ECONNREFUSED -> "Connection refused";
            case EHOSTUNREACH -> "No route to host";
            case 13 -> "Permission denied";
            case 22 -> "the kernel does not know it";
            case 23, 24 -> "Too many open files";
            case 98 -> "Address already in use";
            case 99 -> "Cannot assign requested address";
            case 101 -> "Network is unreachable";
            default -> "error " + number;
        };
    }

    private long checked(long result) {
        return result == -1 ? -memory.getInt(0) : result;
    }

    private static IllegalStateException unexpected(Throwable t) {
        if (t instanceof Error fatal) {
            throw fatal;
        }
        return new IllegalStateException("a call of the C library failed within Java", t);
    }

    /** The functions. Initialised when the first is used; what that cannot find is an {@link ExceptionInInitializerError}. */
    private static final class Bound {
        private static final Foreign FOREIGN = new Foreign();
        private static final MethodHandle SYSCALL = FOREIGN.variadic(
                "syscall",
                long.class,
                1,
                long.class,
                long.class,
                long.class,
                long.class,
                long.class,
                long.class,
                long.class);
        private static final MethodHandle MMAP = FOREIGN.function(
                "mmap", long.class, long.class, long.class, int.class, int.class, int.class, long.class);
        private static final MethodHandle MUNMAP = FOREIGN.function("munmap", int.class, long.class, long.class);
        private static final MethodHandle SOCKET =
                FOREIGN.function("socket", int.class, int.class, int.class, int.class);
        private static final MethodHandle SOCKETPAIR =
                FOREIGN.function("socketpair", int.class, int.class, int.class, int.class, long.class);
        private static final MethodHandle BIND = FOREIGN.function("bind", int.class, int.class, long.class, int.class);
        private static final MethodHandle LISTEN = FOREIGN.function("listen", int.class, int.class, int.class);
        private static final MethodHandle SETSOCKOPT =
                FOREIGN.function("setsockopt", int.class, int.class, int.class, int.class, long.class, int.class);
        private static final MethodHandle GETSOCKNAME =
                FOREIGN.function("getsockname", int.class, int.class, long.class, long.class);
        private static final MethodHandle GETPEERNAME =
                FOREIGN.function("getpeername", int.class, int.class, long.class, long.class);
        private static final MethodHandle SHUTDOWN = FOREIGN.function("shutdown", int.class, int.class, int.class);
        private static final MethodHandle CLOSE = FOREIGN.function("close", int.class, int.class);
        private static final MethodHandle RECV =
                FOREIGN.function("recv", long.class, int.class, long.class, long.class, int.class);
        private static final MethodHandle SEND =
                FOREIGN.function("send", long.class, int.class, long.class, long.class, int.class);
        private static final MethodHandle EVENTFD = FOREIGN.function("eventfd", int.class, int.class, int.class);
        private static final MethodHandle EVENTFD_WRITE =
                FOREIGN.withoutError("eventfd_write", int.class, int.class, long.class);
    }

    /** The package {@code java.lang.foreign}, by reflection. */
    private static final class Foreign {
        private final Class<?> linkerType = named("Linker");
        private final Class<?> optionType = named("Linker$Option");
        private final Class<?> segmentType = named("MemorySegment");
        private final Class<?> layoutType = named("MemoryLayout");
        private final Class<?> descriptorType = named("FunctionDescriptor");
        private final Object linker = call(linkerType, null, "nativeLinker");
        private final Object lookup = call(linkerType, linker, "defaultLookup");
        private final Object saveError = call(optionType, null, "captureCallState", (Object) new String[] {"errno"});

        MethodHandle function(String name, Class<?> result, Class<?>... arguments) {
            return bind(name, result, arguments, saveError);
        }

        /** The first arguments are declared, so many, the others come by {@code ...}. */
        MethodHandle variadic(String name, Class<?> result, int declared, Class<?>... arguments) {
            return bind(name, result, arguments, saveError, call(optionType, null, "firstVariadicArg", declared));
        }

        /** Does not tell the error's number. */
        MethodHandle withoutError(String name, Class<?> result, Class<?>... arguments) {
            return bind(name, result, arguments);
        }

        Object segment(ByteBuffer memory) {
            return call(segmentType, null, "ofBuffer", memory);
        }

        long address(ByteBuffer memory) {
            return (long) call(segmentType, segment(memory), "address");
        }

        ByteBuffer memory(long address, long bytes) {
            Object segment = call(segmentType, null, "ofAddress", address);
            return (ByteBuffer) call(segmentType, call(segmentType, segment, "reinterpret", bytes), "asByteBuffer");
        }

        private MethodHandle bind(String name, Class<?> result, Class<?>[] arguments, Object... options) {
            Object layouts = Array.newInstance(layoutType, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                Array.set(layouts, i, layout(arguments[i]));
            }
            Object optionArray = Array.newInstance(optionType, options.length);
            for (int i = 0; i < options.length; i++) {
                Array.set(optionArray, i, options[i]);
            }
            Object found = ((Optional<?>) call(named("SymbolLookup"), lookup, "find", name))
                    .orElseThrow(() -> new UnsatisfiedLinkError("the C library has no " + name));
            Object descriptor = call(descriptorType, null, "of", layout(result), layouts);
            MethodHandle handle =
                    (MethodHandle) call(linkerType, linker, "downcallHandle", found, descriptor, optionArray);
            MethodType type = handle.type();
            // Java 17 cannot name MemorySegment, so the memory for the error's number is an Object here.
            return options.length == 0 ? handle : handle.asType(type.changeParameterType(0, Object.class));
        }

        private static Object layout(Class<?> type) {
            try {
                return named("ValueLayout")
                        .getField(type == int.class ? "JAVA_INT" : "JAVA_LONG")
                        .get(null);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("java.lang.foreign is not as expected", e);
            }
        }

        private static Class<?> named(String name) {
            try {
                return Class.forName("java.lang.foreign." + name);
            } catch (ClassNotFoundException e) {
                throw new LinkageError("java.lang.foreign is not as expected", e);
            }
        }

        private static Object call(Class<?> type, Object target, String name, Object... arguments) {
            try {
                for (var method : type.getMethods()) {
                    if (method.getName().equals(name) && accepts(method.getParameterTypes(), arguments)) {
                        return method.invoke(target, arguments);
                    }
                }
                throw new NoSuchMethodException(type.getName() + "." + name);
            } catch (InvocationTargetException e) {
                throw new LinkageError("java.lang.foreign refused " + name, e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new LinkageError("java.lang.foreign is not as expected", e);
            }
        }

        private static boolean accepts(Class<?>[] parameters, Object... arguments) {
            if (parameters.length != arguments.length) {
                return false;
            }
            for (int i = 0; i < parameters.length; i++) {
                Class<?> boxed = parameters[i].isPrimitive()
                        ? MethodType.methodType(parameters[i]).wrap().returnType()
                        : parameters[i];
                if (!boxed.isInstance(arguments[i])) {
                    return false;
                }
            }
            return true;
        }
    }
}
