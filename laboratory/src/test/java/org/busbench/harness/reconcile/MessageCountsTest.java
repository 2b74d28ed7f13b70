package org.busbench.harness.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.busbench.harness.process.BackendStats;
import org.busbench.harness.process.BackendStats.Counts;
import org.busbench.harness.process.BackendStats.NonceCount;
import org.busbench.record.ErrorCounts;
import org.busbench.record.Reconciliation;
import org.busbench.record.Reconciliation.Held;
import org.busbench.record.Reconciliation.Verdict;
import org.busbench.record.Trial.Totals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every count begins at a number of its own, so that only differences can be right. */
class MessageCountsTest {
    private static final SentCounts THOUSAND = new SentCounts(1000, 1000, 0, 0);
    private static final ExpectedMessages ONLY_A = new ExpectedMessages(null, "A", true, 77L, 1);

    private static final List<String> ITSELF = List.of("${nonce}");

    @TempDir
    private Path folder;

    @Test
    void countsThatAgreeAreExact() {
        Reconciliation exact = of(THOUSAND, ONLY_A, stats(1000, 0, 0, 0, 0L, 77));
        assertThat(exact.verdict()).isEqualTo(Verdict.EXACT);
        assertThat(exact.difference()).isZero();
        assertThat(exact.explanation()).isNull();
        assertThat(exact.backendAnswered())
                .containsExactly(Map.entry("A", 1000L), Map.entry("B", 0L), Map.entry("C", 0L));
    }

    @Test
    void oneMessageTooManyIsDuplicated() {
        Reconciliation one = of(THOUSAND, ONLY_A, stats(1001, 0, 0, 0, 1L, 78));
        assertThat(one.verdict()).isEqualTo(Verdict.DUPLICATED);
        assertThat(one.difference()).isEqualTo(1);
        assertThat(one.explanation()).startsWith("duplicated: ");
    }

    @Test
    void oneMessageTooFewIsAnAnswerWithoutTheBackend() {
        Reconciliation one = of(THOUSAND, ONLY_A, stats(999, 0, 0, 0, 0L, 76));
        assertThat(one.verdict()).isEqualTo(Verdict.UNACCOUNTED);
        assertThat(one.difference()).isEqualTo(-1);
        assertThat(one.explanation()).startsWith("answered without the backend: ");
    }

    @Test
    void messagesThatWereRefusedAsTheyMustBeAreExpectedAtNoBackend() throws Exception {
        RequestRows rows = RequestRows.read(Files.writeString(
                folder.resolve("rows.csv"),
                "nonce,route\n00000000000000a1,backend-A\n00000000000000a2,refused\n00000000000000a3,backend-B\n"));

        assertThat(rows.routes(4)).containsExactly(Map.entry("A", 2L), Map.entry("B", 1L));
        assertThat(rows.nonceSum(3, 0, true, ITSELF)).isEqualTo(sum(0xa1, 0xa3));
        assertThat(rows.nonceSum(3, 0, false, ITSELF)).isEqualTo(sum(0xa1, 0xa2, 0xa3));
        assertThat(SentCounts.of(new Totals(1050, 1000, ErrorCounts.NONE, 0, null, 50L)))
                .isEqualTo(THOUSAND);
    }

    @Test
    void theRightNumberWithOneNonceTwiceIsDuplicated() {
        assertThat(of(THOUSAND, ONLY_A, stats(1000, 0, 0, 0, 1L, 79)).verdict()).isEqualTo(Verdict.DUPLICATED);
    }

    @Test
    void theRightNumberOfOtherMessagesIsNotTheSame() {
        Reconciliation other = of(THOUSAND, ONLY_A, stats(1000, 0, 0, 0, 0L, 78));
        assertThat(other.verdict()).isEqualTo(Verdict.UNACCOUNTED);
        assertThat(other.explanation()).contains("not the same ones");
    }

    @Test
    void requestsThatFoundNoConnectionAreNotMissedAtTheBackend() {
        SentCounts gone = new SentCounts(9021, 0, 9021, 0);
        Reconciliation none = of(gone, ONLY_A, stats(0, 0, 0, 0, 0L, 0));
        assertThat(none.verdict()).isEqualTo(Verdict.EXACT);
        assertThat(none.explanation()).isNull();
    }

    @Test
    void noncesThatRecurByThemselvesProveNothing() {
        ExpectedMessages recurring = new ExpectedMessages(null, "A", false, null, 1);
        assertThat(of(THOUSAND, recurring, stats(1000, 0, 0, 0, 400L, 1)).verdict())
                .isEqualTo(Verdict.EXACT);
    }

    @Test
    void aMessageAtAnotherBackendIsAWrongRouteWhateverItsAnswerSays() {
        Reconciliation astray = of(THOUSAND, ONLY_A, stats(997, 3, 0, 0, 0L, 77));
        assertThat(astray.verdict()).isEqualTo(Verdict.UNACCOUNTED);
        assertThat(astray.difference()).isEqualTo(3);
        assertThat(astray.explanation()).startsWith("wrong route: 3 messages");
        ExpectedMessages routes = new ExpectedMessages(Map.of("A", 500L, "B", 300L, "C", 200L), null, true, null, 1);
        assertThat(of(THOUSAND, routes, stats(500, 300, 200, 0, 0L, 1)).verdict())
                .isEqualTo(Verdict.EXACT);
        assertThat(of(THOUSAND, routes, stats(499, 301, 200, 0, 0L, 1)).difference())
                .isEqualTo(1);
    }

    @Test
    void aRefusalThatNoClientSawIsUnaccounted() {
        SentCounts verifiedLess = new SentCounts(999, 999, 0, 0);
        assertThat(of(verifiedLess, ONLY_A, stats(999, 0, 0, 1, 1L, 77)).verdict())
                .isEqualTo(Verdict.DUPLICATED);
        assertThat(of(THOUSAND, ONLY_A, stats(999, 0, 0, 1, 0L, 77)).explanation())
                .startsWith("answered without the backend");
    }

    @Test
    void errorsExplainAsMuchAsTheyCanAndNoMore() {
        SentCounts withErrors = new SentCounts(1000, 990, 4, 1);
        assertThat(of(withErrors, ONLY_A, stats(990, 0, 0, 0, 0L, 5)).verdict()).isEqualTo(Verdict.EXACT);
        assertThat(of(withErrors, ONLY_A, stats(995, 0, 0, 0, 0L, 5)).verdict()).isEqualTo(Verdict.EXACT);
        assertThat(of(withErrors, ONLY_A, stats(996, 0, 0, 0, 0L, 5)).verdict()).isEqualTo(Verdict.LOST);
        assertThat(of(withErrors, ONLY_A, stats(997, 0, 0, 0, 1L, 5)).verdict()).isEqualTo(Verdict.DUPLICATED);
        assertThat(of(withErrors, ONLY_A, stats(989, 0, 0, 0, 0L, 5)).verdict()).isEqualTo(Verdict.UNACCOUNTED);
        assertThat(of(withErrors, ONLY_A, stats(990, 0, 0, 0, 0L, 5)).explanation())
                .isEqualTo("5 errors and 1 unfinished requests explain any difference");
    }

    @Test
    void whatTheProbeSentIsPartOfTheSum() {
        SentCounts probe = new SentCounts(50, 49, 0, 0);
        BackendStats after = stats(1050, 0, 0, 0, 0L, 1);
        Reconciliation exact =
                MessageCounts.reconciled(THOUSAND, probe, ExpectedMessages.NUMBER_ONLY, before(), after, null, 0, null);
        assertThat(exact.verdict()).isEqualTo(Verdict.EXACT);
        assertThat(exact.probeSent()).isEqualTo(50);
    }

    @Test
    void eachRequestMakesAsManyMessagesAsItsScenarioStates() {
        ExpectedMessages ten = new ExpectedMessages(null, "A", true, 77L, 10);
        Reconciliation exact = of(THOUSAND, ten, stats(10_000, 0, 0, 0, 0L, 77));
        assertThat(exact.verdict()).isEqualTo(Verdict.EXACT);
        assertThat(exact.sent()).isEqualTo(1_000);
        assertThat(exact.perRequest()).isEqualTo(10);
        assertThat(of(THOUSAND, ten, stats(9_999, 0, 0, 0, 0L, 77)).explanation())
                .startsWith("answered without the backend: ");
        assertThat(of(THOUSAND, ten, stats(10_001, 0, 0, 0, 1L, 77)).verdict()).isEqualTo(Verdict.DUPLICATED);
        assertThat(of(THOUSAND, ten, stats(10_000, 0, 0, 0, 0L, 78)).explanation())
                .contains("not the same ones");
        // A request that failed may have made any number of its messages.
        SentCounts oneError = new SentCounts(1_000, 999, 0, 0);
        assertThat(of(oneError, ten, stats(9_993, 0, 0, 0, 0L, 5)).verdict()).isEqualTo(Verdict.EXACT);
        assertThat(of(oneError, ten, stats(9_989, 0, 0, 0, 0L, 5)).verdict()).isEqualTo(Verdict.UNACCOUNTED);
    }

    /** The value is from a program of its own: FNV-1a of 64 bits for the text, SplitMix64's finalizer for both. */
    @Test
    void aNonceOfAPartCountsAsTheBackendCountsIt() {
        assertThat(NonceSum.of(0x0123456789abcdefL, List.of("${nonce}-1", "${nonce}")))
                .isEqualTo(0x605f6225c3f68effL);
    }

    private static long sum(long... nonces) {
        return LongStream.of(nonces).map(nonce -> NonceSum.of(nonce, ITSELF)).sum();
    }

    @Test
    void countsThatCannotBeAreRefused() {
        assertThatThrownBy(() -> new SentCounts(10, 9, 1, 1)).hasMessageContaining("of 10 requests 9");
    }

    @Test
    void theRowsSayWhichNoncesWereSentAndWhereTo() throws IOException {
        Path file = folder.resolve("quotes.csv");
        Files.writeString(
                file,
                "symbol,nonce,route\nIBM,0000000000000001,backend-A\nMSFT,0000000000000002,backend-B\nX,ffffffffffffffff,backend-C\n");
        RequestRows rows = RequestRows.read(file);

        assertThat(rows.routes(7)).containsExactly(Map.entry("A", 3L), Map.entry("B", 2L), Map.entry("C", 2L));
        assertThat(rows.nonceSum(0, 0, true, ITSELF)).isZero();
        // Each request adds something of its own, also when the rows begin again.
        assertThat(rows.nonceSum(4, 0, true, ITSELF) - rows.nonceSum(3, 0, true, ITSELF))
                .isNotEqualTo(rows.nonceSum(1, 0, true, ITSELF));
        Files.writeString(file, "symbol,nonce,route\nIBM,1,backend-A\n");
        assertThatThrownBy(() -> RequestRows.read(file))
                .hasMessageContaining("quotes.csv: not every nonce in it is 16");
    }

    @Test
    void anAnswerThatTheBackendHasNotGivenIsOneWithoutIt() {
        Reconciliation early = MessageCounts.reconciled(
                THOUSAND,
                SentCounts.NOTHING,
                ONLY_A,
                before(),
                stats(1000, 0, 0, 0, 0L, 77),
                new Held(812, 811),
                0,
                null);
        assertThat(early.verdict()).isEqualTo(Verdict.UNACCOUNTED);
        assertThat(early.difference()).isEqualTo(-1);
        assertThat(early.explanation()).startsWith("answered without the backend: ");
        assertThat(MessageCounts.reconciled(
                                THOUSAND,
                                SentCounts.NOTHING,
                                ONLY_A,
                                before(),
                                stats(1000, 0, 0, 0, 0L, 77),
                                new Held(812, 812),
                                0,
                                null)
                        .verdict())
                .isEqualTo(Verdict.EXACT);
    }

    @Test
    void whatWasGivenUpInTheTrialBeforeMayComeLateAndIsNoDuplicate() {
        BackendStats after = stats(1002, 0, 0, 0, 0L, 1);
        Reconciliation late =
                MessageCounts.reconciled(THOUSAND, SentCounts.NOTHING, ONLY_A, before(), after, null, 2, null);
        assertThat(late.verdict()).isEqualTo(Verdict.EXACT);
        assertThat(late.late()).isEqualTo(2);
        assertThat(late.explanation()).isEqualTo("2 messages that an earlier load had given up came in this one");
    }

    @Test
    void moreThanWasGivenUpBeforeIsNamedThoughNoneOfItIsADuplicate() {
        BackendStats after = stats(1002, 0, 0, 0, 0L, 1);
        Reconciliation tooMany =
                MessageCounts.reconciled(THOUSAND, SentCounts.NOTHING, ONLY_A, before(), after, null, 1, null);
        assertThat(tooMany.verdict()).isEqualTo(Verdict.UNACCOUNTED);
        assertThat(tooMany.late()).isNull();
        assertThat(tooMany.explanation())
                .contains("they belong to an earlier load or were to be refused, or nobody sent them");
    }

    /** A message that comes late comes for the first time: where as many came again as there are too many, none is late. */
    @Test
    void aDuplicateIsOneThoughSomethingWasGivenUpBefore() {
        assertThat(tooManyByTwo(2L, 0).verdict()).isEqualTo(Verdict.DUPLICATED);
        assertThat(tooManyByTwo(2L, 2).verdict()).isEqualTo(Verdict.DUPLICATED);
        assertThat(tooManyByTwo(1L, 2).verdict()).isEqualTo(Verdict.UNACCOUNTED);
    }

    private static Reconciliation tooManyByTwo(Long repeated, long strays) {
        BackendStats after = stats(1002, 0, 0, 0, repeated, 1);
        return MessageCounts.reconciled(THOUSAND, SentCounts.NOTHING, ONLY_A, before(), after, null, strays, null);
    }

    @Test
    void withoutAMemoryOfNoncesWhatMayBeLateIsNotAccountedFor() {
        BackendStats after = stats(1002, 0, 0, 0, null, 1);
        assertThat(MessageCounts.reconciled(THOUSAND, SentCounts.NOTHING, ONLY_A, before(), after, null, 2, null)
                        .explanation())
                .startsWith("unaccounted: ");
        assertThat(MessageCounts.reconciled(THOUSAND, SentCounts.NOTHING, ONLY_A, before(), after, null, 1, null)
                        .verdict())
                .isEqualTo(Verdict.DUPLICATED);
    }

    @Test
    void anAnswerThatWasGivenAndReachesNoClientIsLost() {
        SentCounts oneMissing = new SentCounts(1000, 999, 0, 1);
        assertThat(of(oneMissing, ONLY_A, stats(999, 0, 0, 0, 0L, 1)).verdict()).isEqualTo(Verdict.EXACT);
        Reconciliation lost = of(oneMissing, ONLY_A, stats(1000, 0, 0, 0, 0L, 1));
        assertThat(lost.verdict()).isEqualTo(Verdict.LOST);
        assertThat(lost.difference()).isEqualTo(-1);
        assertThat(lost.explanation()).startsWith("lost: ");
    }

    private static Reconciliation of(SentCounts injector, ExpectedMessages expected, BackendStats after) {
        return MessageCounts.reconciled(injector, SentCounts.NOTHING, expected, before(), after, null, 0, null);
    }

    private static BackendStats before() {
        return new BackendStats(
                Map.of(
                        "backend-A", new Counts(17, 12, 5),
                        "backend-B", new Counts(3, 3, 0),
                        "backend-C", new Counts(8, 8, 0)),
                new NonceCount(20, 1_000_000, 0L),
                null);
    }

    private static BackendStats stats(long a, long b, long c, long refused, Long repeated, long sum) {
        return new BackendStats(
                Map.of(
                        "backend-A", new Counts(17 + a + refused, 12 + a, 5 + refused),
                        "backend-B", new Counts(3 + b, 3 + b, 0),
                        "backend-C", new Counts(8 + c, 8 + c, 0)),
                new NonceCount(20 + a + b + c, 1_000_000 + sum, repeated),
                null);
    }

    @Test
    void noncesAreNotKnownWhereTheLimiterDecidesWhichMessagesAreLetThrough(@TempDir Path folder) throws Exception {
        Path rows = Files.writeString(
                folder.resolve("rows.csv"), "nonce,route\n0000000000000001,limited\n0000000000000002,backend-A\n");
        assertThat(RequestRows.read(rows).haveNonces()).isFalse();
    }
}
