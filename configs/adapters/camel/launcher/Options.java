package camel;

/** The component of the two endpoints and their options, as their URIs spell them. */
enum Options {
    /** README.md says why. */
    TUNED(
            "netty-http",
            "usingExecutorService=false&chunkedMaxContentLength=67108864",
            "keepAlive=true&producerPoolMaxTotal=-1&producerPoolMaxIdle=1024&producerPoolBlockWhenExhausted=true"
                    + "&chunkedMaxContentLength=67108864"),

    /** Camel's own defaults. */
    VANILLA("netty-http", "", ""),

    /** The README.md of camel-undertow says why. */
    UNDERTOW("undertow", "", "keepAlive=true&tcpNoDelay=true"),

    /** As camel-undertow, and a line of log for each message. */
    UNDERTOW_ACCESS_LOG("undertow", "accessLog=true", "keepAlive=true&tcpNoDelay=true");

    final String component;
    final String listener;
    final String sender;

    Options(String component, String listener, String sender) {
        this.component = component;
        this.listener = listener;
        this.sender = sender;
    }
}
