package org.busbench.injector;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.apache.jmeter.JMeter;
import org.apache.jmeter.engine.StandardJMeterEngine;
import org.apache.jmeter.engine.util.NoThreadClone;
import org.apache.jmeter.reporters.ResultCollector;
import org.apache.jmeter.samplers.SampleEvent;
import org.apache.jmeter.samplers.SampleListener;
import org.apache.jmeter.save.SaveService;
import org.apache.jmeter.services.FileServer;
import org.apache.jmeter.testelement.AbstractTestElement;
import org.apache.jmeter.testelement.TestStateListener;
import org.apache.jmeter.threads.JMeterContextService;
import org.apache.jmeter.util.JMeterUtils;
import org.apache.jorphan.collections.HashTree;
import org.apache.jorphan.collections.SearchByClass;
import org.busbench.sampler.LoadRecords;
import org.busbench.sampler.NioSampler;
import org.busbench.sampler.protocol.Command;
import org.busbench.sampler.protocol.Events;
import org.busbench.sampler.protocol.Load;
import org.busbench.sampler.protocol.LoadException;
import org.busbench.sampler.record.LoadRecord;

/**
 * One run of one plan, from the JMX file to the complete JTL. {@link #execute} is called once, on a thread that is used
 * for nothing else (JMeter ties its context to it); {@link #stop} may be called from any thread, at any time.
 */
final class PlanRun implements Load {
    /** Where {@code prepare.js} finds the plan that runs: an object among JMeter's properties, which are reset before each run. */
    private static final String PLAN = "busbench.plan";

    private static final Duration THREADS_END = Duration.ofSeconds(10);

    private final Command.Run command;
    private final JMeterRuntime runtime;
    private final Events events;
    private StandardJMeterEngine engine;
    private LoadRecord record;
    private boolean stopped;
    private boolean over;

    PlanRun(Command.Run command, JMeterRuntime runtime, Events events) {
        this.command = command;
        this.runtime = runtime;
        this.events = events;
    }

    @Override
    public long execute() throws LoadException, IOException {
        JtlFile jtl = new JtlFile(command.jtl());
        jtl.requireWritable();
        runtime.reset(command.properties());
        SampleCount count = new SampleCount(this::started);
        ResultCollector collector = new ResultCollector();
        collector.setFilename(command.jtl().toString());
        HashTree plan = load();
        TargetAccess.prepare(plan);
        plan.add(plan.getArray()[0], collector);
        plan.add(plan.getArray()[0], count);
        JMeterUtils.getJMeterProperties().put(PLAN, plan);
        StandardJMeterEngine running = engineOf(plan);
        try {
            openRecord(plan);
            running.run();
        } catch (RuntimeException | Error problem) {
            if (count.started() && !count.ended()) {
                abandon(running, collector);
            }
            throw new LoadException(reason(problem), problem);
        } finally {
            end();
            closeRecord();
            JMeterContextService.endTest();
            FileServer.getFileServer().closeFiles();
        }
        requireSound();
        if (!count.started()) {
            throw new LoadException("JMeter could not compile the plan " + command.plan() + ": its log says why");
        }
        long taken = record == null ? count.samples() : counts().sent();
        if (taken == 0 && !wasStopped()) {
            throw new LoadException("the plan " + command.plan() + " took no sample: JMeter's log says why");
        }
        jtl.requireComplete(count.samples());
        return count.samples();
    }

    @Override
    public Long id() {
        return command.id();
    }

    @Override
    public synchronized Counts counts() {
        return record == null
                ? new Counts(null, null, null)
                : new Counts(
                        record.totals(),
                        record.rival() == null ? null : record.rival().totals(),
                        record.limited());
    }

    @Override
    public synchronized long mark() {
        return record == null ? System.currentTimeMillis() : record.mark();
    }

    @Override
    public synchronized void stop(Duration grace) {
        if (over || stopped) {
            return;
        }
        stopped = true;
        if (engine != null) {
            engine.stopTest(false);
        }
        Thread abort = new Thread(() -> abortAfter(grace), "injector-stop");
        abort.setDaemon(true);
        abort.start();
    }

    private synchronized void abortAfter(Duration grace) {
        long deadline = System.nanoTime() + grace.toNanos();
        try {
            while (!over) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left <= 0) {
                    if (engine != null) {
                        engine.stopTest(true);
                    }
                    return;
                }
                wait(left);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized StandardJMeterEngine engineOf(HashTree plan) {
        engine = new StandardJMeterEngine();
        engine.configure(plan);
        return engine;
    }

    private HashTree load() throws LoadException {
        if (!Files.isRegularFile(command.plan())) {
            throw new LoadException("there is no plan " + command.plan());
        }
        FileServer.getFileServer().setBaseForScript(command.plan().toFile());
        try {
            HashTree tree = SaveService.loadTree(command.plan().toFile());
            return JMeter.convertSubTree(tree, true);
        } catch (IOException | RuntimeException unreadable) {
            throw new LoadException(
                    "the plan " + command.plan() + " cannot be read: " + reason(unreadable), unreadable);
        }
    }

    /** The record stands before the plan starts, so that no mark comes too early. */
    private synchronized void openRecord(HashTree plan) throws IOException {
        SearchByClass<NioSampler> samplers = new SearchByClass<>(NioSampler.class);
        plan.traverse(samplers);
        if (!samplers.getSearchResults().isEmpty()) {
            record = LoadRecords.open(command.jtl().toAbsolutePath().getParent());
        }
    }

    private synchronized void closeRecord() {
        if (record != null) {
            record.close();
        }
    }

    private synchronized void requireSound() throws LoadException {
        if (record != null && record.problem() != null) {
            throw new LoadException(record.problem());
        }
    }

    private synchronized void started() {
        events.started(command.id());
        if (stopped) {
            engine.stopTest(false);
        }
    }

    private synchronized void end() {
        over = true;
        notifyAll();
    }

    private synchronized boolean wasStopped() {
        return stopped;
    }

    /** Leaves nothing to the next run of one that broke off in the middle: no users at work, no open JTL. */
    private static void abandon(StandardJMeterEngine broken, ResultCollector collector) throws LoadException {
        broken.stopTest(true);
        long deadline = System.nanoTime() + THREADS_END.toNanos();
        while (JMeterContextService.getNumberOfThreads() > 0) {
            if (System.nanoTime() > deadline) {
                throw new LoadException("the plan broke off, and " + JMeterContextService.getNumberOfThreads()
                        + " users of it do not stop: JMeter's log says why");
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        collector.testEnded();
    }

    private static String reason(Throwable problem) {
        return problem.getMessage() == null ? problem.toString() : problem.getMessage();
    }

    /** A listener in the plan that sees the test start and end, and counts the samples beside the JTL's writer. */
    private static final class SampleCount extends AbstractTestElement
            implements SampleListener, TestStateListener, NoThreadClone {
        private static final long serialVersionUID = 1L;

        private final transient Runnable onStart;
        private final transient LongAdder samples = new LongAdder();
        private volatile boolean started;
        private volatile boolean ended;

        SampleCount(Runnable onStart) {
            this.onStart = onStart;
            setName("busbench sample count");
        }

        long samples() {
            return samples.sum();
        }

        /** Whether the plan could be compiled, so that its listeners were told of its start. */
        boolean started() {
            return started;
        }

        boolean ended() {
            return ended;
        }

        @Override
        public void testStarted() {
            started = true;
            onStart.run();
        }

        @Override
        public void testStarted(String host) {
            testStarted();
        }

        @Override
        public void testEnded() {
            ended = true;
        }

        @Override
        public void testEnded(String host) {
            testEnded();
        }

        @Override
        public void sampleOccurred(SampleEvent event) {
            samples.increment();
        }

        @Override
        public void sampleStarted(SampleEvent event) {
            // Only complete samples count.
        }

        @Override
        public void sampleStopped(SampleEvent event) {
            // Only complete samples count.
        }
    }
}
