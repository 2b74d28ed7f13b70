package org.busbench.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorClassTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Non HTTP response code: java.net.ConnectException | Connection refused | CONNECT",
                "Non HTTP response code: org.apache.http.conn.HttpHostConnectException | Connection refused | CONNECT",
                "Non HTTP response code: org.apache.http.conn.ConnectTimeoutException | Connect timed out | CONNECT",
                "Non HTTP response code: java.net.SocketTimeoutException | Connect timed out | CONNECT",
                "Non HTTP response code: java.net.BindException | Cannot assign requested address | CONNECT",
                "Non HTTP response code: java.net.SocketTimeoutException | Read timed out | TIMEOUT",
                "Non HTTP response code: java.net.SocketException | Connection reset | RESET",
                "Non HTTP response code: org.apache.http.NoHttpResponseException | failed to respond | RESET",
                "Non HTTP response code: org.apache.http.ConnectionClosedException | Premature end | CUT",
                "Non HTTP response code: org.apache.http.TruncatedChunkException | Truncated chunk | CUT",
                "Non HTTP response code: org.apache.http.MalformedChunkCodingException | Bad chunk header | CONTENT",
                "503 | Service Unavailable | STATUS",
                "302 | Found | STATUS",
                "500 | Internal Server Error | STATUS",
                "200 | OK | CONTENT",
                "202 | Accepted | CONTENT",
            })
    void aFailedSampleHasTheClassOfItsCause(String code, String message, ErrorClass expected) {
        assertThat(ErrorClass.of(code, message)).isEqualTo(expected);
    }
}
