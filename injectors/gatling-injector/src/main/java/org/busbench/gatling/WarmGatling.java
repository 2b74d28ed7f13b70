package org.busbench.gatling;

import io.gatling.commons.util.DefaultClock;
import io.gatling.core.CoreComponents;
import io.gatling.core.Predef$;
import io.gatling.core.action.Exit;
import io.gatling.core.actor.ActorRef;
import io.gatling.core.actor.ActorSystem;
import io.gatling.core.config.GatlingConfiguration;
import io.gatling.core.controller.Controller;
import io.gatling.core.controller.inject.Injector;
import io.gatling.core.scenario.SimulationParams;
import io.gatling.core.stats.StatsEngine;
import io.gatling.javaapi.core.Simulation;
import io.gatling.netty.util.Transports;
import io.netty.channel.EventLoopGroup;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import scala.Option;
import scala.concurrent.ExecutionContext;
import scala.concurrent.Promise;
import scala.concurrent.duration.FiniteDuration;
import scala.runtime.BoxedUnit;

/**
 * Runs simulations one after another in this JVM. Gatling's own runner ends with its simulation, and begins with code that
 * no compiler has seen; this one does the same steps as often as it is asked. Each simulation gets actors and event loops of
 * its own, as with Gatling's runner, so nothing of one is left to the next. One per JVM; for one thread at a time.
 */
public final class WarmGatling {
    private static final long CLOSE_MILLIS = 5_000;
    private static final long LONGEST_DAYS = 20;

    private final GatlingConfiguration configuration;

    /** Reads {@code gatling.conf} from the class path. */
    public WarmGatling() {
        configuration = GatlingConfiguration.load();
        // The way in which Gatling's runner hands the configuration to the DSL.
        Predef$.MODULE$._configuration_$eq(configuration);
    }

    /**
     * Begins a simulation.
     *
     * @param simulation made when the configuration is in place, as all of Gatling's DSL asks
     * @param stats is told of all requests
     * @return the running simulation, to be closed
     */
    public Run start(Supplier<Simulation> simulation, StatsEngine stats) {
        return new Run(simulation.get().params("busbench"), stats, configuration);
    }

    /** A simulation that runs. Safe for any thread. */
    public static final class Run implements AutoCloseable {
        private final ActorSystem actors = new ActorSystem();
        private final EventLoopGroup loops;
        private final CountDownLatch ended = new CountDownLatch(1);
        private final AtomicReference<Throwable> problem = new AtomicReference<>();

        private Run(SimulationParams params, StatsEngine stats, GatlingConfiguration configuration) {
            loops = Transports.newEventLoopGroup(
                    configuration.netty().useNativeTransport(),
                    configuration.netty().useIoUring(),
                    0,
                    "gatling");
            DefaultClock clock = new DefaultClock();
            ActorRef<Injector.Command> injector = actors.actorOf(Injector.actor(loops, stats, clock));
            ActorRef<Controller.Command> controller =
                    actors.actorOf(Controller.actor(stats, injector, Option.empty(), params));
            CoreComponents components = new CoreComponents(
                    actors, loops, controller, Option.empty(), stats, clock, new Exit(injector), configuration);
            Promise<BoxedUnit> done = controller.replyPromise(FiniteDuration.apply(LONGEST_DAYS, TimeUnit.DAYS));
            done.future()
                    .onComplete(
                            outcome -> {
                                if (outcome.isFailure()) {
                                    problem.set(outcome.failed().get());
                                }
                                ended.countDown();
                                return null;
                            },
                            ExecutionContext.parasitic$.MODULE$);
            controller.$bang(ControllerCommands.start(params.populationFlows(components), done));
        }

        /**
         * Waits for the end of all users.
         *
         * @return false when the time was over before
         * @throws IllegalStateException when Gatling broke off
         * @throws InterruptedException when this thread was interrupted
         */
        public boolean await(long millis) throws InterruptedException {
            boolean over = ended.await(millis, TimeUnit.MILLISECONDS);
            if (problem.get() != null) {
                throw new IllegalStateException("Gatling broke off: " + problem.get(), problem.get());
            }
            return over;
        }

        /** Closes all connections and ends all threads; no event loop runs when this returns. */
        @Override
        public void close() {
            actors.close();
            boolean closed = loops.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly(2 * CLOSE_MILLIS);
            if (!closed) {
                throw new IllegalStateException("Gatling's event loops did not end within " + 2 * CLOSE_MILLIS + " ms");
            }
        }
    }
}
