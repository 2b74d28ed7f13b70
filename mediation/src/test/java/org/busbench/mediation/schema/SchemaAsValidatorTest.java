package org.busbench.mediation.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.busbench.mediation.xml.Limits;
import org.busbench.mediation.xml.Token;
import org.busbench.mediation.xml.Tokenizer;
import org.junit.jupiter.api.Test;
import org.xml.sax.SAXException;

class SchemaAsValidatorTest {
    private static final long SEED = 20261128;
    private static final int MUTATIONS = 5_000;

    private static final String SCHEMA = """
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:o="urn:o" targetNamespace="urn:o" elementFormDefault="qualified">
              <xs:simpleType name="Iban"><xs:restriction base="xs:string"><xs:pattern value="[A-Z]{2}\\d{2}[A-Z0-9]{1,30}"/></xs:restriction></xs:simpleType>
              <xs:simpleType name="Code"><xs:restriction base="xs:token">
                <xs:enumeration value="A B"/><xs:enumeration value="C"/><xs:maxLength value="3"/></xs:restriction></xs:simpleType>
              <xs:simpleType name="Short"><xs:restriction base="xs:string"><xs:minLength value="1"/><xs:maxLength value="4"/></xs:restriction></xs:simpleType>
              <xs:simpleType name="Money"><xs:restriction base="xs:decimal"><xs:minExclusive value="0"/><xs:maxInclusive value="99.5"/>
                <xs:totalDigits value="5"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType>
              <xs:simpleType name="Odd"><xs:restriction base="xs:string"><xs:pattern value="[^a-c.]x?|(no)?"/><xs:pattern value="y-.{2,}"/></xs:restriction></xs:simpleType>
              <xs:simpleType name="Numbers"><xs:list itemType="xs:int"/></xs:simpleType>
              <xs:attributeGroup name="dated"><xs:attribute name="on" type="xs:date"/><xs:attribute name="at" type="xs:dateTime"/></xs:attributeGroup>
              <xs:group name="pair"><xs:sequence><xs:element name="left" type="xs:int"/><xs:element name="right" type="xs:boolean" minOccurs="0"/></xs:sequence></xs:group>
              <xs:complexType name="Party"><xs:sequence><xs:element name="name" type="o:Short"/></xs:sequence>
                <xs:attribute name="iban" type="o:Iban" use="required"/><xs:attribute name="v" fixed="1"/></xs:complexType>
              <xs:complexType name="Bank"><xs:complexContent><xs:extension base="o:Party"><xs:sequence><xs:element name="code" type="o:Code"/></xs:sequence>
                <xs:attribute name="open" type="xs:time" form="qualified"/></xs:extension></xs:complexContent></xs:complexType>
              <xs:complexType name="Amount"><xs:simpleContent><xs:extension base="o:Money"><xs:attribute name="ccy" type="xs:NCName" use="required"/></xs:extension></xs:simpleContent></xs:complexType>
              <xs:element name="order"><xs:complexType><xs:sequence>
                <xs:element name="from" type="o:Party"/><xs:element name="to" type="o:Bank" maxOccurs="3"/>
                <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="amount" type="o:Amount"/><xs:group ref="o:pair"/></xs:choice>
                <xs:element name="any" minOccurs="0"><xs:complexType><xs:all>
                  <xs:element name="x" type="o:Odd"/><xs:element name="y" type="xs:integer" minOccurs="0"/></xs:all></xs:complexType></xs:element>
                <xs:element name="text" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:element ref="o:order" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>
                <xs:element name="none" minOccurs="0"><xs:complexType/></xs:element>
                <xs:element name="list" type="o:Numbers" minOccurs="0"/>
                </xs:sequence><xs:attributeGroup ref="o:dated"/><xs:attribute name="id" type="xs:positiveInteger" use="required"/></xs:complexType></xs:element>
            </xs:schema>
            """;

    private static final String ORDER = """
            <o:order xmlns:o="urn:o" id="17" on="2026-11-28" at='2026-02-28T23:59:59.5+01:00'>
              <o:from iban="DE69955745"><o:name>M&#xF6;l</o:name></o:from><!-- two banks -->
              <o:to iban="FR100"><o:name>&lt;a b</o:name><o:code>A B</o:code></o:to>
              <o:to iban="FR110" o:open="09:00:00Z"><o:name>x</o:name><o:code>C</o:code></o:to>
              <o:amount ccy="EUR">99.50</o:amount><o:left>-3</o:left><o:right>true</o:right><o:amount ccy="CHF">0.01</o:amount><o:left>4</o:left>
              <o:any><o:y>12</o:y><o:x>y-\u00e9 \u2013</o:x></o:any>
              <o:text>some <o:order id="1"><o:from iban="GB00Z"><o:name>1</o:name></o:from><o:to iban="GB12A"><o:name>1</o:name><o:code>C</o:code></o:to></o:order> text</o:text>
              <o:none/>
            </o:order>""";

    private static final List<String> VALUES = List.of(
            "",
            " ",
            "0",
            "1",
            "+1",
            "-1",
            "01",
            "1.5",
            "1.500",
            "99.51",
            ".5",
            "5.",
            "1e2",
            "123456",
            "true",
            "TRUE",
            "2026-02-29",
            "2024-02-29",
            "2026-11-28Z",
            "24:00:00",
            "23:59:59",
            "DE69",
            "de69",
            "A B",
            "A  B",
            " C",
            "C ",
            "C",
            "abcd",
            "abcde",
            "\u00e9\u00e9\u00e9\u00e9\u00e9",
            "\ud83d\ude00\ud83d\ude00",
            "y-\u2028\u2028",
            "y-ab",
            "\u00e9x",
            "no",
            "a",
            "&#9;",
            "&#10;",
            "&#x20;x",
            "<![CDATA[C]]>",
            "<!-- c -->C",
            "<?p i?>",
            "9999999999",
            "a:b");

    private static InputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static boolean accepts(CompiledSchema.Reader reader, Tokenizer tokenizer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        tokenizer.start(bytes, 0, bytes.length);
        tokenizer.complete();
        reader.start(tokenizer);
        boolean isAccepted = true;
        Token token = tokenizer.next();
        while (token != Token.END_DOCUMENT && isAccepted) {
            boolean isInside = tokenizer.depth() > 0 || token == Token.END;
            isAccepted = token != Token.REJECTED && (!isInside || reader.take(token, bytes));
            token = tokenizer.next();
        }
        return isAccepted;
    }

    private static boolean isValid(Validator validator, String text) throws Exception {
        try {
            validator.validate(new StreamSource(in(text)));
            return true;
        } catch (SAXException e) {
            return false;
        }
    }

    /** One part of a message, an attribute, a text, a tag or an element, is lost, comes twice, changes its place or its value. */
    private static String mutated(String text, Random random) {
        List<int[]> parts = new ArrayList<>();
        Matcher part = Pattern.compile(
                        "(?<= )[\\w:]+=\"[^\"]*\"|(?<=\")[^\"<>]*(?=\")|(?<=>)[^<]+(?=<)|<o:(\\w+)[^>]*>(?:[^<]*</o:\\1>)?|</o:\\w+>")
                .matcher(text);
        while (part.find()) {
            parts.add(new int[] {part.start(), part.end()});
        }
        int[] one = parts.get(random.nextInt(parts.size()));
        int[] other = parts.get(random.nextInt(parts.size()));
        String was = text.substring(one[0], one[1]);
        String now = switch (random.nextInt(5)) {
            case 0 -> "";
            case 1 -> was + ' ' + was;
            case 2 -> text.substring(other[0], other[1]);
            default -> VALUES.get(random.nextInt(VALUES.size()));
        };
        return text.substring(0, one[0]) + now + text.substring(one[1]);
    }

    @Test
    void whatTheTablesAcceptTheValidatorFindsValid() throws Exception {
        Validator validator = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(new StreamSource(in(SCHEMA)))
                .newValidator();
        CompiledSchema compiled = SchemaCompiler.compiled(List.of(new StreamSource(in(SCHEMA))), null);
        CompiledSchema.Reader reader = new CompiledSchema.Reader(compiled);
        Tokenizer tokenizer = new Tokenizer(Limits.DEFAULT);
        Random random = new Random(SEED);
        int valid = 0;
        int accepted = 0;
        assertThat(accepts(reader, tokenizer, ORDER)).isTrue();
        for (int i = 0; i < MUTATIONS; i++) {
            String message = ORDER;
            for (int n = random.nextInt(3); n >= 0; n--) {
                message = mutated(message, random);
            }
            boolean isValid = isValid(validator, message);
            boolean isAccepted = accepts(reader, tokenizer, message);
            assertThat(isValid || !isAccepted).as(message).isTrue();
            valid += isValid ? 1 : 0;
            accepted += isAccepted ? 1 : 0;
        }
        assertThat(accepted).isBetween(valid / 2, valid);
    }
}
