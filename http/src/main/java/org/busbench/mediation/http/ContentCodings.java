package org.busbench.mediation.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;

/**
 * The content codings of a body (RFC 9110 section 8.4.1). Gzip and deflate can be decoded; deflate also without the frame of zlib, as some senders write it.
 *
 * @param field the value of Content-Encoding, or an empty string when the body has no coding
 * @param names in the order in which they were applied, without identity
 */
public record ContentCodings(String field, List<String> names) {
    public static final ContentCodings NONE = new ContentCodings("", List.of());

    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
    private static final String DEFLATE = "deflate";
    private static final String IDENTITY = "identity";

    /** Deflate writes 258 bytes with two bits at most (RFC 1951 section 3.2.5). */
    private static final int MOST_OF_A_BYTE = 1032;

    /** More codings than this are taken for an attack. */
    private static final int MOST_CODINGS = 4;

    public ContentCodings {
        names = List.copyOf(names);
    }

    /** Reads the values of all Content-Encoding fields of one head. */
    public static ContentCodings of(List<String> values) {
        List<String> names = split(values).map(ContentCodings::name).toList();
        List<String> applied =
                names.stream().filter(name -> !name.equals(IDENTITY)).toList();
        return applied.isEmpty() ? NONE : new ContentCodings(String.join(", ", values), applied);
    }

    /** {@return the value of an Accept-Encoding field without the codings that cannot be decoded here} */
    public static String decodable(String acceptEncoding) {
        String left = split(List.of(acceptEncoding))
                .filter(coding -> isKnown(name(coding)) || name(coding).equals(IDENTITY))
                .collect(Collectors.joining(", "));
        return left.isEmpty() ? IDENTITY : left;
    }

    public boolean isNone() {
        return names.isEmpty();
    }

    public boolean canBeDecoded() {
        return names.size() <= MOST_CODINGS && names.stream().allMatch(ContentCodings::isKnown);
    }

    /** {@return what so many coded bytes decode to at most, or {@code limit} if that is less} */
    public long mostDecoded(long codedBytes, long limit) {
        long most = codedBytes;
        for (int i = 0; i < names.size(); i++) {
            most = Math.min(limit, most * MOST_OF_A_BYTE);
        }
        return most;
    }

    /**
     * Decodes while it is read. Faults of the coded bytes, and codings that are not known, are {@link IOException}s of the reader.
     *
     * @param mostBytes how much each coding may decode to
     */
    public InputStream decode(InputStream coded, long mostBytes) {
        List<String> last = new ArrayList<>(canBeDecoded() ? names : List.of(field));
        InputStream in = coded;
        for (int i = last.size() - 1; i >= 0; i--) {
            in = new Decoded(last.get(i), in, mostBytes);
        }
        return in;
    }

    private static boolean isKnown(String name) {
        return GZIP.contains(name) || name.equals(DEFLATE);
    }

    private static Stream<String> split(List<String> values) {
        return values.stream()
                .flatMap(value -> Stream.of(value.split(",")))
                .map(String::strip)
                .filter(coding -> !coding.isEmpty());
    }

    private static String name(String coding) {
        return coding.replaceFirst("\\s*;.*", "").toLowerCase(Locale.ROOT);
    }

    /** One coding undone. It looks at the coded bytes when it is read first. */
    private static final class Decoded extends InputStream {
        private static final int BLOCK_BYTES = 8 << 10;

        private final String coding;
        private final InputStream coded;
        private final long mostBytes;
        private InputStream content;
        private long bytes;

        Decoded(String coding, InputStream coded, long mostBytes) {
            this.coding = coding;
            this.coded = coded;
            this.mostBytes = mostBytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (content == null) {
                content = open(new Source(coded));
            }
            int count;
            try {
                count = content.read(target, offset, length);
            } catch (StackOverflowError e) {
                // The JDK calls itself for each empty member.
                throw new IOException("a body of Content-Encoding " + coding + " has too many members", e);
            }
            if (count < 0 && content instanceof Ending ending && ending.isFollowed()) {
                throw new IOException("a body of Content-Encoding " + coding + " has bytes behind its end");
            }
            bytes += Math.max(0, count);
            if (bytes > mostBytes) {
                throw new IOException("a body of Content-Encoding " + coding + " decodes to more than " + mostBytes
                        + " bytes: it is not read any further");
            }
            return count;
        }

        private InputStream open(Source source) throws IOException {
            if (source.available() == 0) {
                return source;
            }
            if (GZIP.contains(coding)) {
                return new Members(source);
            }
            if (coding.equals(DEFLATE)) {
                return new Deflated(source);
            }
            throw new IOException("Content-Encoding " + coding + " cannot be decoded here: send gzip, deflate or none");
        }
    }

    /** Content that says where it ends: the JDK passes over what follows. */
    private interface Ending {
        boolean isFollowed() throws IOException;
    }

    /** Undoes gzip. */
    private static final class Members extends GZIPInputStream implements Ending {
        private static final int TRAILER_BYTES = 8;

        Members(Source source) throws IOException {
            super(source, Decoded.BLOCK_BYTES);
        }

        @Override
        public boolean isFollowed() throws IOException {
            return inf.getRemaining() > TRAILER_BYTES || in.available() > 0;
        }
    }

    /** Undoes deflate. */
    private static final class Deflated extends InflaterInputStream implements Ending {

        Deflated(Source source) throws IOException {
            super(source, new Inflater(!source.startsWithZlib()), Decoded.BLOCK_BYTES);
        }

        @Override
        public boolean isFollowed() throws IOException {
            return inf.getRemaining() > 0 || in.available() > 0;
        }
    }

    /** Coded bytes, of which the first can be looked at. */
    private static final class Source extends PushbackInputStream {

        Source(InputStream coded) {
            super(coded, 2);
        }

        /** Waits, so that 0 is the end: the JDK asks here whether another member of gzip follows. */
        @Override
        public int available() throws IOException {
            int next = read();
            if (next >= 0) {
                unread(next);
            }
            return next < 0 ? 0 : 1;
        }

        /** RFC 1950 section 2.2: method 8, and a check of the first two bytes. */
        boolean startsWithZlib() throws IOException {
            byte[] start = readNBytes(2);
            unread(start);
            return start.length == 2
                    && (start[0] & 0x0f) == 8
                    && (((start[0] & 0xff) << 8) + (start[1] & 0xff)) % 31 == 0;
        }
    }
}
