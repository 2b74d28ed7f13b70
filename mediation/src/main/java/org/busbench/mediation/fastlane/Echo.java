package org.busbench.mediation.fastlane;

import java.util.Set;
import org.busbench.mediation.buffer.SliceQueue;
import org.busbench.mediation.compile.Stage;
import org.busbench.mediation.http.Answer;
import org.busbench.mediation.http.HeadEdits;
import org.busbench.mediation.http.RequestHead;

/** A request that goes back to whom it came from, with its fields: Synapse's {@code respond}. */
final class Echo {

    /** What makes no sense in an answer, or is written anew. */
    private static final Set<String> OF_REQUESTS = Set.of(
            "accept-encoding", "authorization", "content-type", "cookie", "expect", "host", "proxy-authorization");

    private Echo() {}

    /** The answer; {@code recoded} says that the body is UTF-8 now and was something else. */
    static Answer of(RequestHead request, Stage.Respond how, byte[] body, boolean recoded) {
        HeadEdits fields = HeadCopy.of(request, OF_REQUESTS, how.fields());
        if (how.empty()) {
            return new Answer(how.status(), null, fields, new SliceQueue());
        }
        String type = recoded ? FastProxy.XML_UTF8 : request.value("Content-Type");
        return new Answer(how.status(), type, fields, SliceQueue.of(body));
    }
}
