<?xml version="1.0" encoding="UTF-8"?>
<!-- The question for the parent of a company, made of what the register answered. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"
                xmlns:r="urn:busbench:register">
  <xsl:template match="/">
    <soapenv:Envelope>
      <soapenv:Body>
        <xsl:apply-templates select="soapenv:Envelope/soapenv:Body/r:Company"/>
      </soapenv:Body>
    </soapenv:Envelope>
  </xsl:template>

  <xsl:template match="r:Company">
    <r:Lookup id="{@parent}" country="{@seat}" asked="parent"><r:End ref="{@parent}"/></r:Lookup>
  </xsl:template>
</xsl:stylesheet>
