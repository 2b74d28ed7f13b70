<?xml version="1.0" encoding="UTF-8"?>
<!-- From a customer to a contact: the mapping as a stylesheet, for mediators whose users would write one. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"
                xmlns:c="urn:busbench:customer" xmlns:k="urn:busbench:crm" exclude-result-prefixes="c">
  <xsl:output method="xml" encoding="UTF-8"/>

  <xsl:template match="/">
    <soapenv:Envelope>
      <soapenv:Body>
        <xsl:apply-templates select="soapenv:Envelope/soapenv:Body/c:Customer"/>
      </soapenv:Body>
    </soapenv:Envelope>
  </xsl:template>

  <xsl:template match="c:Customer">
    <k:Contact ref="{@id}" type="{@kind}">
      <k:Person>
        <k:Given><xsl:value-of select="c:FirstName"/></k:Given>
        <k:Family><xsl:value-of select="c:LastName"/></k:Family>
        <k:Salutation><xsl:value-of select="c:Title"/></k:Salutation>
        <k:BirthDate><xsl:value-of select="c:Born"/></k:BirthDate>
        <k:Tongue><xsl:value-of select="c:Language"/></k:Tongue>
      </k:Person>
      <k:Post>
        <k:Line><xsl:value-of select="c:Street"/></k:Line>
        <k:Number><xsl:value-of select="c:House"/></k:Number>
        <k:Code><xsl:value-of select="c:Zip"/></k:Code>
        <k:Town><xsl:value-of select="c:City"/></k:Town>
        <k:State><xsl:value-of select="c:Country"/></k:State>
      </k:Post>
      <k:Reach>
        <k:Fixed><xsl:value-of select="c:Phone"/></k:Fixed>
        <k:Portable><xsl:value-of select="c:Mobile"/></k:Portable>
        <k:Letterbox><xsl:value-of select="c:Mail"/></k:Letterbox>
        <k:Site><xsl:value-of select="c:Web"/></k:Site>
      </k:Reach>
      <k:Firm>
        <k:Called><xsl:value-of select="c:Company"/></k:Called>
        <k:Unit><xsl:value-of select="c:Department"/></k:Unit>
        <k:FiscalId><xsl:value-of select="c:TaxNumber"/></k:FiscalId>
        <k:Account><xsl:value-of select="c:Iban"/></k:Account>
        <k:Bank><xsl:value-of select="c:Bic"/></k:Bank>
      </k:Firm>
      <k:Memo><xsl:value-of select="c:Remark"/></k:Memo>
    </k:Contact>
  </xsl:template>
</xsl:stylesheet>
