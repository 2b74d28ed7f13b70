<?xml version="1.0" encoding="UTF-8"?>
<!-- What Axis2 makes of JSON has no namespace. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:m="http://services.samples">
  <xsl:template match="getQuote"><m:getQuote><xsl:apply-templates/></m:getQuote></xsl:template>
  <xsl:template match="request"><m:request><xsl:apply-templates/></m:request></xsl:template>
  <xsl:template match="symbol"><m:symbol><xsl:apply-templates/></m:symbol></xsl:template>
  <xsl:template match="ref"><m:ref><xsl:apply-templates/></m:ref></xsl:template>
  <xsl:template match="exchange"><m:exchange><xsl:apply-templates/></m:exchange></xsl:template>
  <xsl:template match="currency"><m:currency><xsl:apply-templates/></m:currency></xsl:template>
  <xsl:template match="client"><m:client><xsl:apply-templates/></m:client></xsl:template>
  <xsl:template match="account"><m:account><xsl:apply-templates/></m:account></xsl:template>
  <xsl:template match="quantity"><m:quantity><xsl:apply-templates/></m:quantity></xsl:template>
  <xsl:template match="note"><m:note><xsl:apply-templates/></m:note></xsl:template>
</xsl:stylesheet>
