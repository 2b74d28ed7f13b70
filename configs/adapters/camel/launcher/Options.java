package camel;

/** Options of the two endpoints, as their URIs spell them. */
enum Options {
    /** README.md says why. */
    TUNED(
            "usingExecutorService=false",
            "keepAlive=true&producerPoolMaxTotal=-1&producerPoolMaxIdle=1024&producerPoolBlockWhenExhausted=true"),

    /** Camel's own defaults. */
    VANILLA("", "");

    final String listener;
    final String sender;

    Options(String listener, String sender) {
        this.listener = listener;
        this.sender = sender;
    }
}
