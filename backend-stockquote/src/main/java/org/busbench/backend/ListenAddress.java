package org.busbench.backend;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * An instance's name and where it listens.
 *
 * @param name letters, digits, dots, hyphens and underscores
 * @param host a host name or address; an IPv6 address stands in brackets on the command line
 * @param port 0: any free one
 */
record ListenAddress(String name, String host, int port) {
    private static final Pattern SYNTAX =
            Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,63})=(?:\\[([0-9a-fA-F:.]+)]|([A-Za-z0-9.-]+)):([0-9]{1,5})");
    private static final int HIGHEST_PORT = 65535;

    /** Lets picocli read one. */
    static final class Reader implements CommandLine.ITypeConverter<ListenAddress> {
        @Override
        public ListenAddress convert(String value) {
            Matcher matcher = SYNTAX.matcher(value);
            if (!matcher.matches()) {
                throw new CommandLine.TypeConversionException("'" + value + "' is not NAME=HOST:PORT");
            }
            int port = Integer.parseInt(matcher.group(4));
            if (port > HIGHEST_PORT) {
                throw new CommandLine.TypeConversionException("'" + value + "' has no valid port (0 to 65535)");
            }
            String host = matcher.group(2) == null ? matcher.group(3) : matcher.group(2);
            return new ListenAddress(matcher.group(1), host, port);
        }
    }
}
