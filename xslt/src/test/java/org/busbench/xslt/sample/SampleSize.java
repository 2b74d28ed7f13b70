package org.busbench.xslt.sample;

/** The sizes in which sample messages come: the exact size in bytes of the getQuote request. */
public enum SampleSize {
    /** 500 bytes: one request element. */
    B500("500", 500),
    /** 1 KiB. */
    K1("1K", 1024),
    /** 5 KiB. */
    K5("5K", 5 * 1024),
    /** 10 KiB. */
    K10("10K", 10 * 1024),
    /** 100 KiB. */
    K100("100K", 100 * 1024),
    /** 10 KiB, with attributes. */
    K10_ATTRIBUTES("10K-attributes", 10 * 1024),
    /** 100 KiB, with attributes. */
    K100_ATTRIBUTES("100K-attributes", 100 * 1024);

    private static final int BYTES_PER_REQUEST_ELEMENT = 440;

    private final String folder;
    private final int bytes;

    SampleSize(String folder, int bytes) {
        this.folder = folder;
        this.bytes = bytes;
    }

    /** Returns whether each request element has attributes, some of which hold the nonce. */
    public boolean hasAttributes() {
        return folder.endsWith("attributes");
    }

    /** Returns the name of the folder that holds this size's messages, which is also the size's name in plans. */
    public String folder() {
        return folder;
    }

    /** Returns the exact size of the getQuote request. */
    public int bytes() {
        return bytes;
    }

    /** Returns how many request elements a message of this size holds. */
    public int requests() {
        return Math.max(1, Math.round((float) bytes / BYTES_PER_REQUEST_ELEMENT));
    }
}
