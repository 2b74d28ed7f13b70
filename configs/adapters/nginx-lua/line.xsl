<?xml version="1.0" encoding="UTF-8"?>
<!-- A message with one line of an order; the parameter says which one. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"
                xmlns:o="urn:busbench:order">
  <xsl:param name="number"/>

  <xsl:template match="/">
    <soapenv:Envelope>
      <soapenv:Body>
        <xsl:copy-of select="soapenv:Envelope/soapenv:Body/o:Order/o:Line[$number]"/>
      </soapenv:Body>
    </soapenv:Envelope>
  </xsl:template>
</xsl:stylesheet>
