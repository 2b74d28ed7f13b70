package org.busbench.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.busbench.harness.run.RunFacts.FolderNames;
import org.junit.jupiter.api.Test;

class FolderNamesTest {

    private final FolderNames names = FolderNames.of(Path.of("/home/ann/busbench"), Path.of("/home/ann"));

    @Test
    void namesStandForTheFoldersWhereverTheyAre() {
        assertThat(names.in("-Dlog=/home/ann/busbench/runs/x:/home/ann/.m2/a.jar:/home/ann"))
                .isEqualTo("-Dlog=${project}/runs/x:~/.m2/a.jar:~");
    }

    @Test
    void whatOnlyBeginsOrEndsLikeAFolderStays() {
        assertThat(names.in("/home/anna /mnt/home/ann /home/ann-2 /home/ann.old /home/ann/busbench2"))
                .isEqualTo("/home/anna /mnt/home/ann /home/ann-2 /home/ann.old ~/busbench2");
    }

    @Test
    void aHomeInsideTheCheckoutIsStillTheHome() {
        assertThat(FolderNames.of(Path.of("/srv"), Path.of("/srv/home")).in("/srv/home/.m2 /srv/runs"))
                .isEqualTo("~/.m2 ${project}/runs");
    }

    @Test
    void theRootIsNoHome() {
        assertThat(FolderNames.of(Path.of("/srv"), Path.of("/")).in("/srv/runs /usr/bin/java"))
                .isEqualTo("${project}/runs /usr/bin/java");
    }

    @Test
    void whatIsNotKnownStaysUnknown() {
        assertThat(names.in((String) null)).isNull();
        assertThat(names.in((List<String>) null)).isNull();
    }
}
