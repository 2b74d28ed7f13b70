<?xml version="1.0" encoding="UTF-8"?>
<!-- What Axis2 makes of JSON has no namespace. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="*">
    <xsl:element name="m:{local-name()}" namespace="http://services.samples">
      <xsl:apply-templates/>
    </xsl:element>
  </xsl:template>
</xsl:stylesheet>
