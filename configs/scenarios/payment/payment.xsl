<?xml version="1.0" encoding="UTF-8"?>
<!-- Amounts with a comma in an attribute to sums with a point. Everything else is copied unchanged. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:p="urn:busbench:payment">

  <xsl:output method="xml" encoding="UTF-8" indent="no"/>

  <xsl:template match="@*|node()">
    <xsl:copy>
      <xsl:apply-templates select="@*|node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="p:Amount">
    <p:Sum currency="{@currency}">
      <xsl:value-of select="translate(@value, ',', '.')"/>
    </p:Sum>
  </xsl:template>

</xsl:stylesheet>
