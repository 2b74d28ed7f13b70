package org.busbench.thrift.ramp;

import java.util.Optional;
import org.apache.thrift.TException;
import org.busbench.thrift.echo.EchoClient;

/**
 * Makes the calls of a ramp, one after the other, and counts them. Its connection is opened at the first call, and again after a
 * fault. For one thread at a time.
 */
public final class Caller implements AutoCloseable {
    private final Ramp ramp;
    private EchoClient client;

    /** One without a connection. */
    public Caller(Ramp ramp) {
        this.ramp = ramp;
    }

    /** Calls and waits for the answer; what went wrong, empty when it was the right one. */
    public Optional<String> call() {
        String nonce = ramp.nonce();
        long begin = System.nanoTime();
        try {
            if (client == null) {
                client = EchoClient.connect(ramp.settings().port(), RampSettings.TIMEOUT_MILLIS);
            }
            client.call(nonce, ramp.payload());
            ramp.log().verified(System.nanoTime() - begin);
            return Optional.empty();
        } catch (EchoClient.WrongAnswerException wrong) {
            ramp.log().wrong();
            return failed(wrong);
        } catch (TException lost) {
            ramp.log().failed();
            return failed(lost);
        }
    }

    private Optional<String> failed(TException reason) {
        close();
        return Optional.of(String.valueOf(reason.getMessage()));
    }

    @Override
    public void close() {
        if (client != null) {
            client.close();
            client = null;
        }
    }
}
