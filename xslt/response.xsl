<?xml version="1.0" encoding="UTF-8"?>
<!-- getQuoteResponse (what the backend answers) to CheckPriceResponse (what the client speaks).
     Works on a whole SOAP envelope and on the body's child alone; everything else, faults too, is copied unchanged. -->
<xsl:stylesheet version="1.0"
                xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:q="http://services.samples"
                xmlns="http://services.samples"
                exclude-result-prefixes="q">

  <xsl:output method="xml" encoding="UTF-8" indent="no"/>

  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="q:getQuoteResponse">
    <CheckPriceResponse><xsl:apply-templates/></CheckPriceResponse>
  </xsl:template>

  <!-- The three that a client looks at come first, the others follow in the backend's order. -->
  <xsl:template match="q:getQuoteResponse/q:return">
    <Item>
      <xsl:apply-templates select="q:symbol"/>
      <xsl:apply-templates select="q:last"/>
      <xsl:apply-templates select="q:change"/>
      <xsl:apply-templates select="node()[not(self::q:symbol or self::q:last or self::q:change)]"/>
    </Item>
  </xsl:template>

  <xsl:template match="q:return/q:symbol">
    <Code><xsl:value-of select="."/></Code>
  </xsl:template>

  <xsl:template match="q:return/q:last">
    <Price><xsl:value-of select="."/></Price>
  </xsl:template>

  <xsl:template match="q:return/q:change">
    <Change><xsl:value-of select="."/></Change>
  </xsl:template>

  <xsl:template match="q:return/q:earnings">
    <Earnings><xsl:value-of select="."/></Earnings>
  </xsl:template>

  <xsl:template match="q:return/q:high">
    <High><xsl:value-of select="."/></High>
  </xsl:template>

  <xsl:template match="q:return/q:lastTradeTimestamp">
    <TradedAt><xsl:value-of select="."/></TradedAt>
  </xsl:template>

  <xsl:template match="q:return/q:low">
    <Low><xsl:value-of select="."/></Low>
  </xsl:template>

  <xsl:template match="q:return/q:marketCap">
    <MarketCap><xsl:value-of select="."/></MarketCap>
  </xsl:template>

  <xsl:template match="q:return/q:name">
    <Company><xsl:value-of select="."/></Company>
  </xsl:template>

  <xsl:template match="q:return/q:open">
    <Open><xsl:value-of select="."/></Open>
  </xsl:template>

  <xsl:template match="q:return/q:peRatio">
    <PriceEarningsRatio><xsl:value-of select="."/></PriceEarningsRatio>
  </xsl:template>

  <xsl:template match="q:return/q:percentageChange">
    <ChangePercent><xsl:value-of select="."/></ChangePercent>
  </xsl:template>

  <xsl:template match="q:return/q:prevClose">
    <PreviousClose><xsl:value-of select="."/></PreviousClose>
  </xsl:template>

  <xsl:template match="q:return/q:volume">
    <Volume><xsl:value-of select="."/></Volume>
  </xsl:template>

  <xsl:template match="q:return/q:ref">
    <Ref><xsl:value-of select="."/></Ref>
  </xsl:template>

  <xsl:template match="q:return/q:servedBy">
    <ServedBy><xsl:value-of select="."/></ServedBy>
  </xsl:template>

  <xsl:template match="q:return/q:note">
    <Note><xsl:value-of select="."/></Note>
  </xsl:template>

</xsl:stylesheet>
