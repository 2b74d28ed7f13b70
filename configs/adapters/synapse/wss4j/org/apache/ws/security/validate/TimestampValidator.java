package org.apache.ws.security.validate;

import org.apache.ws.security.WSSecurityException;
import org.apache.ws.security.handler.RequestData;
import org.apache.ws.security.message.token.Timestamp;

/**
 * Stands before WSS4J's class of this name, which takes messages for 300 seconds: Rampart 1.7.1 does not hand it the time to live of the policy, and messages
 * that are signed before a load live longer. Asks the same, with the time to live of the policy.
 */
public class TimestampValidator implements Validator {
    private static final int DAYS_2 = 2 * 24 * 60 * 60;
    private static final int SKEW = 60;

    @Override
    public Credential validate(Credential credential, RequestData data) throws WSSecurityException {
        Timestamp timestamp = credential == null ? null : credential.getTimestamp();
        if (timestamp == null) {
            throw new WSSecurityException(WSSecurityException.FAILURE, "noCredential");
        }
        if (timestamp.isExpired() || !timestamp.verifyCreated(DAYS_2, SKEW)) {
            throw new WSSecurityException(
                    WSSecurityException.MESSAGE_EXPIRED, "invalidTimestamp", new Object[] {"the message has expired"});
        }
        return credential;
    }
}
