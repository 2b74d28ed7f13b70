package org.busbench.common.tls;

import java.io.IOException;
import org.busbench.common.tls.TlsTerms.Store;

/** Reads the password of a key store from where the terms say that it is. */
public final class StorePassword {
    private StorePassword() {}

    /**
     * The password, read now.
     *
     * @return null where the terms name none
     * @throws IOException when the environment does not have it
     */
    public static String of(Store store) throws IOException {
        String variable = store.passwordVariable();
        if (variable == null) {
            return null;
        }
        String value = System.getenv(variable);
        if (value == null) {
            throw new IOException("the environment has no variable " + variable + ", which holds the password of "
                    + store.file() + ": set it");
        }
        return value;
    }
}
