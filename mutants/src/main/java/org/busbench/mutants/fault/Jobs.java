package org.busbench.mutants.fault;

import java.util.List;
import java.util.function.UnaryOperator;
import org.busbench.mutants.job.Proxy;
import org.busbench.mutants.job.Router;
import org.busbench.mutants.job.Transform;

/** Does the jobs themselves wrongly. */
final class Jobs implements Conduct {
    private static final List<String> BACKENDS = List.of("A", "B", "C");

    private final UnaryOperator<Proxy> change;

    private Jobs(UnaryOperator<Proxy> change) {
        this.change = change;
    }

    /** Passes messages on as they are, there and back. */
    static Conduct withoutTransformation(Turn turn) {
        return new Jobs(right -> right.with(sometimes(turn, right.request()), sometimes(turn, right.response())));
    }

    /** Transforms the request, and leaves the answer as it is. */
    static Conduct withoutTransformationOfAnswers(Turn turn) {
        return new Jobs(right -> right.with(right.request(), sometimes(turn, right.response())));
    }

    /** Sends some messages to the next backend. */
    static Conduct wrongRoute(Turn turn) {
        return new Jobs(right -> {
            Router router = right.router();
            return right.with(message -> {
                String route = router.route(message);
                return turn.comes() ? BACKENDS.get((BACKENDS.indexOf(route) + 1) % BACKENDS.size()) : route;
            });
        });
    }

    private static Transform sometimes(Turn turn, Transform right) {
        return message -> turn.comes() ? message : right.apply(message);
    }

    @Override
    public Proxy job(Proxy right) {
        return change.apply(right);
    }
}
