package org.busbench.mediation.xpath;

import java.util.ArrayDeque;
import org.busbench.mediation.xml.ConformingParser;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.SymbolTable;
import org.busbench.mediation.xml.Tokenizer;

/**
 * The evaluators of one thread, one for each message that is not decided yet. They share a symbol table, so that one costs a few kilobytes, and are used again.
 * Confined to the thread.
 */
public final class EvaluatorPool {
    private static final int MOST_IDLE = 64;

    private final Limits limits;
    private final int mostBytes;
    private final TreeEvaluator tree;
    private final ConformingParser parser;
    private final SymbolTable symbols = new SymbolTable();
    private final ArrayDeque<Evaluator> idle = new ArrayDeque<>();
    private final JointEvaluator joint;

    /**
     * A pool without evaluators.
     *
     * @param mostBytes how much of an undecided message is kept; a longer one is refused
     * @param tree evaluates what is not decided on the stream
     */
    public EvaluatorPool(Limits limits, int mostBytes, TreeEvaluator tree) {
        this.limits = limits;
        this.mostBytes = mostBytes;
        this.tree = tree;
        this.parser = new ConformingParser(limits);
        this.joint = new JointEvaluator(new Tokenizer(limits, symbols));
    }

    /** The evaluator of several expressions on whole messages. */
    public JointEvaluator joint() {
        return joint;
    }

    /** Takes an evaluator that no other message uses until it is given back. */
    public Evaluator take() {
        Evaluator last = idle.pollLast();
        return last != null ? last : new Evaluator(new Tokenizer(limits, symbols), parser, mostBytes, tree);
    }

    /**
     * Gives an evaluation back, decided or not. Its result must not be asked any more.
     *
     * @param evaluation one that {@link #take} gave
     */
    public void release(Evaluator evaluation) {
        if (idle.size() < MOST_IDLE) {
            idle.addLast(evaluation);
        }
    }
}
