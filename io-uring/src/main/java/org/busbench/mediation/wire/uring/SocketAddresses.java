package org.busbench.mediation.wire.uring;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Addresses of sockets as the C library writes them ({@code sockaddr_in}, {@code sockaddr_in6}). */
final class SocketAddresses {
    static final int INET = 2;
    static final int INET6 = 10;
    static final int MOST_BYTES = 28;

    private static final int INET_BYTES = 16;
    private static final int INET6_BYTES = 28;

    private SocketAddresses() {}

    static int family(InetAddress address) {
        return address instanceof Inet6Address ? INET6 : INET;
    }

    /** Writes an address and returns its length. */
    static int write(InetSocketAddress address, ByteBuffer target, int at) {
        InetAddress host = address.getAddress();
        byte[] bytes = host.getAddress();
        target.order(ByteOrder.nativeOrder());
        target.putShort(at, (short) family(host));
        target.put(at + 2, (byte) (address.getPort() >> 8)).put(at + 3, (byte) address.getPort());
        if (host instanceof Inet6Address six) {
            target.putInt(at + 4, 0);
            target.put(at + 8, bytes);
            target.putInt(at + 24, six.getScopeId());
            return INET6_BYTES;
        }
        target.put(at + 4, bytes);
        target.putLong(at + 8, 0);
        return INET_BYTES;
    }

    /** Writes the address of all interfaces, of both versions of IP, and returns its length. */
    static int writeAny(int port, ByteBuffer target) {
        for (int i = 0; i < INET6_BYTES; i++) {
            target.put(i, (byte) 0);
        }
        target.order(ByteOrder.nativeOrder());
        target.putShort(0, (short) INET6);
        target.put(2, (byte) (port >> 8)).put(3, (byte) port);
        return INET6_BYTES;
    }

    static InetSocketAddress read(ByteBuffer source) throws IOException {
        source.order(ByteOrder.nativeOrder());
        int family = source.getShort(0);
        int port = ((source.get(2) & 0xff) << 8) | (source.get(3) & 0xff);
        byte[] bytes = new byte[family == INET6 ? 16 : 4];
        source.get(family == INET6 ? 8 : 4, bytes);
        try {
            // An IPv4 address within an IPv6 one becomes an IPv4 address here.
            return new InetSocketAddress(InetAddress.getByAddress(bytes), port);
        } catch (UnknownHostException e) {
            throw new IOException("no address of family " + family, e);
        }
    }
}
