package org.busbench.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.doIf;
import static io.gatling.javaapi.core.CoreDsl.pause;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.scenario;

import io.gatling.commons.validation.Success;
import io.gatling.commons.validation.Validation;
import io.gatling.core.body.ByteArrayBody;
import io.gatling.core.check.Check;
import io.gatling.core.check.CheckResult;
import io.gatling.core.check.CheckResult$;
import io.gatling.http.check.HttpCheck;
import io.gatling.http.check.HttpCheckScope;
import io.gatling.http.request.builder.Http;
import io.gatling.http.request.builder.HttpRequestBuilder;
import io.gatling.http.response.Response;
import io.gatling.javaapi.core.ActionBuilder;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.Simulation;
import io.gatling.javaapi.core.internal.Expressions;
import io.gatling.javaapi.http.HttpDsl;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import scala.Function1;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A closed load without think time, in Gatling's words: each user asks, waits for its answer, and asks again over the same
 * connection, until the load is over. Nothing is sent that the message does not say, and nothing of an answer is acted upon.
 */
final class ScenarioSimulation extends Simulation {
    /** As long as the NIO sampler's users wait after a connection was refused. */
    private static final Duration AFTER_REFUSAL = Duration.ofMillis(10);
    /** More at once overflow the backlog of a listening socket, and wait a second for it. */
    private static final int MOST_AT_ONCE = 128;

    private static final int MOST_PER_MILLI = 10;

    /**
     * The load of a message.
     *
     * @param newUser makes a user of a session, on the event loop that it will stay on
     */
    ScenarioSimulation(
            ScenarioFile.Message message,
            String target,
            int users,
            Function<io.gatling.core.session.Session, VirtualUser> newUser) {
        HttpRequestBuilder request = request(message, target);
        ActionBuilder ask = () -> request;
        OpenInjectionStep arrival = users <= MOST_AT_ONCE
                ? atOnceUsers(users)
                : rampUsers(users).during(Duration.ofMillis(users / MOST_PER_MILLI));
        setUp(scenario(message.name())
                        .exec(session -> session.set(VirtualUser.KEY, newUser.apply(session.asScala())))
                        .asLongAs(session -> VirtualUser.of(session.asScala()).begins())
                        .on(
                                ask,
                                doIf(session -> VirtualUser.of(session.asScala())
                                                .isRefused())
                                        .then(pause(AFTER_REFUSAL)))
                        .injectOpen(arrival))
                .protocols(HttpDsl.http
                        .disableWarmUp()
                        .disableAutoReferer()
                        .disableAutoOrigin()
                        .disableCaching()
                        .disableUrlEncoding()
                        .disableFollowRedirect());
    }

    private static HttpRequestBuilder request(ScenarioFile.Message message, String target) {
        Function1<io.gatling.core.session.Session, Validation<String>> url = message.steady()
                ? always(target + message.path())
                : session -> new Success<>(target + VirtualUser.of(session).path());
        HttpRequestBuilder request = new Http(
                        session -> new Success<>(VirtualUser.of(session).name()))
                .httpRequest(always(message.method()), url);
        for (Map.Entry<String, String> field : message.headers().entrySet()) {
            Function1<io.gatling.core.session.Session, Validation<String>> value = message.steady()
                    ? always(field.getValue())
                    : session -> new Success<>(VirtualUser.of(session).field(field.getKey(), field.getValue()));
            request = request.header(field.getKey(), value);
        }
        if (message.hasBody()) {
            request = request.body(new ByteArrayBody(
                    session -> new Success<>(VirtualUser.of(session).body())));
        }
        return request.sign((signed, session) ->
                        new Success<>(VirtualUser.of(session).signed(signed)))
                .check(checks());
    }

    /** The first sees every complete answer, whatever its status; the second has Gatling keep the body for it. */
    private static scala.collection.immutable.Seq<HttpCheck> checks() {
        List<HttpCheck> checks = List.of(
                new HttpCheck(
                        new Look((response, session) -> VirtualUser.of(session).judge(response)),
                        HttpCheckScope.Status$.MODULE$),
                new HttpCheck(new Look((response, session) -> {}), HttpCheckScope.Body$.MODULE$));
        return CollectionConverters.asScala(checks).toSeq();
    }

    private static <T> Function1<io.gatling.core.session.Session, Validation<T>> always(T value) {
        return Expressions.toStaticValueExpression(value);
    }

    /** Looks at answers; what it finds is counted by the user, and Gatling need not know it. */
    private record Look(BiConsumer<Response, io.gatling.core.session.Session> look) implements Check<Response> {

        @Override
        public Validation<CheckResult> check(
                Response response, io.gatling.core.session.Session session, Map<Object, Object> prepared) {
            look.accept(response, session);
            return CheckResult$.MODULE$.NoopCheckResultSuccess();
        }

        @Override
        public Check<Response> checkIf(Function1<io.gatling.core.session.Session, Validation<Object>> condition) {
            throw new UnsupportedOperationException("every answer is looked at");
        }

        @Override
        public Check<Response> checkIf(
                Function2<Response, io.gatling.core.session.Session, Validation<Object>> condition) {
            throw new UnsupportedOperationException("every answer is looked at");
        }
    }
}
