package org.busbench.mediation.soap;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentTypesTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            application/soap+xml; action="urn:a;b=c"; charset=utf-8 | urn:a;b=c | utf-8
            application/soap+xml;charset="UTF-16" ;ACTION = urn:a ; x | urn:a | UTF-16
            application/soap+xml; x="; action=b; charset=c"; action="urn:a;charset=d" | urn:a;charset=d |
            application/soap+xml; action="\\";charset=\\\\"; charset=e | \\";charset=\\\\ | e
            application/soap+xml; transaction=a; action=""; charset="" | `` |
            application/soap+xml; action=a; action=b | a |
            application/soap+xml; action="a; charset=b | "a; charset=b |
            application/soap+xml; action; charset=a | | a
            application/soap+xml; action="\\ | "\\ |
            ;;=; | |
            """)
    void readsParametersButNotWhatIsQuoted(String type, String action, String charset) {
        assertThat(ContentTypes.parameter(type, "action")).isEqualTo(action);
        assertThat(ContentTypes.charset(type)).isEqualTo(charset);
    }

    @Test
    void readsNothingOfNoType() {
        assertThat(ContentTypes.parameter(null, "action")).isNull();
        assertThat(ContentTypes.charset("")).isNull();
    }
}
