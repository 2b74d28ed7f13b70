<?xml version="1.0" encoding="UTF-8"?>
<!-- CheckPriceRequest (what the client speaks) to getQuote (what the backend understands).
     Works on a whole SOAP envelope and on the body's child alone; everything else is copied unchanged. -->
<xsl:stylesheet version="1.0"
                xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:m="http://services.samples">

  <xsl:output method="xml" encoding="UTF-8" indent="no"/>

  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="m:CheckPriceRequest">
    <m:getQuote><xsl:apply-templates/></m:getQuote>
  </xsl:template>

  <xsl:template match="m:CheckPriceRequest/m:Item">
    <m:request><xsl:apply-templates/></m:request>
  </xsl:template>

  <xsl:template match="m:Item/m:Code">
    <m:symbol><xsl:value-of select="."/></m:symbol>
  </xsl:template>

  <xsl:template match="m:Item/m:Ref">
    <m:ref><xsl:value-of select="."/></m:ref>
  </xsl:template>

  <xsl:template match="m:Item/m:Exchange">
    <m:exchange><xsl:value-of select="."/></m:exchange>
  </xsl:template>

  <xsl:template match="m:Item/m:Currency">
    <m:currency><xsl:value-of select="."/></m:currency>
  </xsl:template>

  <xsl:template match="m:Item/m:Client">
    <m:client><xsl:value-of select="."/></m:client>
  </xsl:template>

  <xsl:template match="m:Item/m:Account">
    <m:account><xsl:value-of select="."/></m:account>
  </xsl:template>

  <xsl:template match="m:Item/m:Quantity">
    <m:quantity><xsl:value-of select="."/></m:quantity>
  </xsl:template>

  <xsl:template match="m:Item/m:Note">
    <m:note><xsl:value-of select="."/></m:note>
  </xsl:template>

</xsl:stylesheet>
