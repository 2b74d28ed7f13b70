<?xml version="1.0" encoding="UTF-8"?>
<!-- The names of members in JSON are local names. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:m="http://services.samples" exclude-result-prefixes="m">
  <xsl:template match="m:getQuoteResponse"><getQuoteResponse><xsl:apply-templates/></getQuoteResponse></xsl:template>
  <xsl:template match="m:return"><return><xsl:apply-templates/></return></xsl:template>
  <xsl:template match="m:last"><last><xsl:apply-templates/></last></xsl:template>
  <xsl:template match="m:low"><low><xsl:apply-templates/></low></xsl:template>
  <xsl:template match="m:high"><high><xsl:apply-templates/></high></xsl:template>
  <xsl:template match="m:ref"><ref><xsl:apply-templates/></ref></xsl:template>
  <xsl:template match="m:servedBy"><servedBy><xsl:apply-templates/></servedBy></xsl:template>
  <xsl:template match="m:note"><note><xsl:apply-templates/></note></xsl:template>
  <xsl:template match="m:end"><end><xsl:apply-templates/></end></xsl:template>
</xsl:stylesheet>
