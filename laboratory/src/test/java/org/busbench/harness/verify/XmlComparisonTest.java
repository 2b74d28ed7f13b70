package org.busbench.harness.verify;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XmlComparisonTest {

    private static final String EXPECTED =
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a>x &amp; y</a><b/></r></s:E>";

    private final XmlComparison comparison = new XmlComparison();

    @ParameterizedTest
    @ValueSource(
            strings = {
                EXPECTED,
                "<e:E xmlns:e='urn:s'><q:r xmlns:q='urn:r' k='1'><q:a>x &amp; y</q:a><q:b></q:b></q:r></e:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a><![CDATA[x & y]]></a><b/></r></s:E>",
            })
    void anotherSpellingOfTheSameIsNoDifference(String same) {
        assertThat(difference(same)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a>x &amp; z</a><b/></r></s:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"2\"><a>x &amp; y</a><b/></r></s:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\"><a>x &amp; y</a><b/></r></s:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:other\" k=\"1\"><a>x &amp; y</a><b/></r></s:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><b/><a>x &amp; y</a></r></s:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a>x &amp; y</a></r></s:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a>x &amp; y</a><b/><b/></r></s:E>",
                "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a>x &amp; y</a><b/></r> </s:E>",
            })
    void whatSaysSomethingElseIsADifference(String other) {
        assertThat(difference(other)).isPresent();
    }

    @Test
    void aDifferenceIsToldByItsPlaceAndNotByBothDocuments() {
        assertThat(difference("<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a>x &amp; z</a><b/></r></s:E>"))
                .hasValue("Expected text value 'x & y' but was 'x & z' at /E[1]/r[1]/a[1]/text()[1]");
    }

    @Test
    void partsInAnyOrderAreToldApartByTheirNamesAndAttributes() {
        byte[] expected = "<a><p id='1'>x<q/></p><p id='2'>y</p></a>".getBytes(UTF_8);
        byte[] swapped = "<a><p id='2'>y</p><p id='1'>x<q/></p></a>".getBytes(UTF_8);
        byte[] mixed = "<a><p id='2'>x<q/></p><p id='1'>y</p></a>".getBytes(UTF_8);
        byte[] doubled = "<a><p id='2'>y</p><p id='2'>y</p></a>".getBytes(UTF_8);
        byte[] one = "<a><p id='1'>x<q/></p></a>".getBytes(UTF_8);
        assertThat(comparison.difference(expected, swapped, false)).isEmpty();
        assertThat(comparison.difference(expected, swapped, true)).isPresent();
        assertThat(comparison.difference(expected, mixed, false)).isPresent();
        assertThat(comparison.difference(expected, doubled, false)).isPresent();
        assertThat(comparison.difference(expected, one, false)).isPresent();
        assertThat(comparison.difference(one, expected, false)).isPresent();
    }

    @Test
    void aTextOfBlanksIsContentAndBlanksBetweenElementsAreNot() {
        byte[] blanks = "<E><a>   </a><b/></E>".getBytes(StandardCharsets.UTF_8);
        byte[] nothing = "<E><a></a><b/></E>".getBytes(StandardCharsets.UTF_8);
        byte[] indented = "<E>\n  <a>   </a>\n  <b/>\n</E>".getBytes(StandardCharsets.UTF_8);

        assertThat(comparison.differenceOfMessages(blanks, nothing)).isPresent();
        assertThat(comparison.differenceOfMessages(nothing, blanks)).isPresent();
        assertThat(comparison.difference(blanks, nothing)).isPresent();
        assertThat(comparison.differenceOfMessages(blanks, indented)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "not XML", "<s:E xmlns:s=\"urn:s\"><r xmlns=\"urn:r\" k=\"1\"><a>x &am"})
    void whatIsNotWellFormedIsADifference(String broken) {
        assertThat(difference(broken).orElse("")).startsWith("it is not well-formed XML");
    }

    @Test
    void aDocumentTypeIsRefused() {
        assertThat(difference("<!DOCTYPE E [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><E>&a;</E>"))
                .isPresent();
    }

    private Optional<String> difference(String actual) {
        return comparison.difference(
                EXPECTED.getBytes(StandardCharsets.UTF_8), actual.getBytes(StandardCharsets.UTF_8));
    }
}
