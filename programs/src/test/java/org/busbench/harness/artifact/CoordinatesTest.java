package org.busbench.harness.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoordinatesTest {
    @ParameterizedTest
    @CsvSource({
        "g:a:1,g,a,jar,'',1",
        "org.x:a-b:zip:1.0-rc1,org.x,a-b,zip,'',1.0-rc1",
        "g:a:jar:tests:1,g,a,jar,tests,1",
    })
    void coordinatesAreReadAndWrittenAlike(
            String text, String group, String artifact, String type, String classifier, String version) {
        Coordinates coordinates = Coordinates.parse(text);
        assertThat(coordinates).isEqualTo(new Coordinates(group, artifact, type, classifier, version));
        assertThat(coordinates).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource({
        "g:a:1,g/a/1/a-1.jar",
        "org.x:a-b:zip:1.0-rc1,org/x/a-b/1.0-rc1/a-b-1.0-rc1.zip",
        "org.x:a:xml:features:2,org/x/a/2/a-2-features.xml",
    })
    void aFileLiesWhereMavenLooksForIt(String text, String place) {
        assertThat(Coordinates.parse(text).layout()).isEqualTo(place);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "g", "g:a", "g:a:t:c:v:x", "g::1", "g:a 1:2"})
    void anythingElseIsRefused(String text) {
        assertThatThrownBy(() -> Coordinates.parse(text)).hasMessageContaining("'" + text + "' is not group:artifact");
    }
}
