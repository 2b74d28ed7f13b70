<?xml version="1.0" encoding="UTF-8"?>
<!-- From a customer, a deal or a consignment to a contact: the mappings as a stylesheet, for mediators whose users would write one. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"
                xmlns:c="urn:busbench:customer" xmlns:k="urn:busbench:crm" exclude-result-prefixes="c">
  <xsl:output method="xml" encoding="UTF-8"/>

  <xsl:template match="/">
    <soapenv:Envelope>
      <soapenv:Body>
        <xsl:apply-templates select="soapenv:Envelope/soapenv:Body/*"/>
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

  <xsl:template match="c:Deal">
    <k:Contact ref="{@id}" type="{@kind}">
      <k:Buyer>
        <k:Called><xsl:value-of select="c:BuyerName"/></k:Called>
        <k:Code><xsl:value-of select="c:BuyerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:BuyerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:BuyerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:BuyerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:BuyerCity"/></k:Town>
          <k:State><xsl:value-of select="c:BuyerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:BuyerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:BuyerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:BuyerIban"/></k:Account>
      </k:Buyer>
      <k:Seller>
        <k:Called><xsl:value-of select="c:SellerName"/></k:Called>
        <k:Code><xsl:value-of select="c:SellerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:SellerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:SellerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:SellerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:SellerCity"/></k:Town>
          <k:State><xsl:value-of select="c:SellerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:SellerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:SellerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:SellerIban"/></k:Account>
      </k:Seller>
      <k:Payer>
        <k:Called><xsl:value-of select="c:PayerName"/></k:Called>
        <k:Code><xsl:value-of select="c:PayerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:PayerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:PayerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:PayerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:PayerCity"/></k:Town>
          <k:State><xsl:value-of select="c:PayerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:PayerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:PayerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:PayerIban"/></k:Account>
      </k:Payer>
      <k:Carrier>
        <k:Called><xsl:value-of select="c:CarrierName"/></k:Called>
        <k:Code><xsl:value-of select="c:CarrierTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:CarrierStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:CarrierHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:CarrierZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:CarrierCity"/></k:Town>
          <k:State><xsl:value-of select="c:CarrierCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:CarrierPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:CarrierMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:CarrierIban"/></k:Account>
      </k:Carrier>
      <k:Broker>
        <k:Called><xsl:value-of select="c:BrokerName"/></k:Called>
        <k:Code><xsl:value-of select="c:BrokerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:BrokerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:BrokerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:BrokerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:BrokerCity"/></k:Town>
          <k:State><xsl:value-of select="c:BrokerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:BrokerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:BrokerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:BrokerIban"/></k:Account>
      </k:Broker>
    </k:Contact>
  </xsl:template>

  <xsl:template match="c:Consignment">
    <k:Contact ref="{@id}" type="{@kind}">
      <k:Buyer>
        <k:Called><xsl:value-of select="c:BuyerName"/></k:Called>
        <k:Code><xsl:value-of select="c:BuyerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:BuyerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:BuyerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:BuyerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:BuyerCity"/></k:Town>
          <k:State><xsl:value-of select="c:BuyerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:BuyerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:BuyerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:BuyerIban"/></k:Account>
      </k:Buyer>
      <k:Seller>
        <k:Called><xsl:value-of select="c:SellerName"/></k:Called>
        <k:Code><xsl:value-of select="c:SellerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:SellerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:SellerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:SellerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:SellerCity"/></k:Town>
          <k:State><xsl:value-of select="c:SellerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:SellerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:SellerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:SellerIban"/></k:Account>
      </k:Seller>
      <k:Payer>
        <k:Called><xsl:value-of select="c:PayerName"/></k:Called>
        <k:Code><xsl:value-of select="c:PayerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:PayerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:PayerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:PayerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:PayerCity"/></k:Town>
          <k:State><xsl:value-of select="c:PayerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:PayerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:PayerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:PayerIban"/></k:Account>
      </k:Payer>
      <k:Carrier>
        <k:Called><xsl:value-of select="c:CarrierName"/></k:Called>
        <k:Code><xsl:value-of select="c:CarrierTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:CarrierStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:CarrierHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:CarrierZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:CarrierCity"/></k:Town>
          <k:State><xsl:value-of select="c:CarrierCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:CarrierPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:CarrierMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:CarrierIban"/></k:Account>
      </k:Carrier>
      <k:Broker>
        <k:Called><xsl:value-of select="c:BrokerName"/></k:Called>
        <k:Code><xsl:value-of select="c:BrokerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:BrokerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:BrokerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:BrokerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:BrokerCity"/></k:Town>
          <k:State><xsl:value-of select="c:BrokerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:BrokerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:BrokerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:BrokerIban"/></k:Account>
      </k:Broker>
      <k:Agent>
        <k:Called><xsl:value-of select="c:AgentName"/></k:Called>
        <k:Code><xsl:value-of select="c:AgentTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:AgentStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:AgentHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:AgentZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:AgentCity"/></k:Town>
          <k:State><xsl:value-of select="c:AgentCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:AgentPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:AgentMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:AgentIban"/></k:Account>
      </k:Agent>
      <k:Insurer>
        <k:Called><xsl:value-of select="c:InsurerName"/></k:Called>
        <k:Code><xsl:value-of select="c:InsurerTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:InsurerStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:InsurerHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:InsurerZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:InsurerCity"/></k:Town>
          <k:State><xsl:value-of select="c:InsurerCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:InsurerPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:InsurerMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:InsurerIban"/></k:Account>
      </k:Insurer>
      <k:Notary>
        <k:Called><xsl:value-of select="c:NotaryName"/></k:Called>
        <k:Code><xsl:value-of select="c:NotaryTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:NotaryStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:NotaryHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:NotaryZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:NotaryCity"/></k:Town>
          <k:State><xsl:value-of select="c:NotaryCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:NotaryPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:NotaryMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:NotaryIban"/></k:Account>
      </k:Notary>
      <k:Sender>
        <k:Called><xsl:value-of select="c:SenderName"/></k:Called>
        <k:Code><xsl:value-of select="c:SenderTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:SenderStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:SenderHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:SenderZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:SenderCity"/></k:Town>
          <k:State><xsl:value-of select="c:SenderCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:SenderPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:SenderMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:SenderIban"/></k:Account>
      </k:Sender>
      <k:Receiver>
        <k:Called><xsl:value-of select="c:ReceiverName"/></k:Called>
        <k:Code><xsl:value-of select="c:ReceiverTaxNumber"/></k:Code>
        <k:Post>
          <k:Line><xsl:value-of select="c:ReceiverStreet"/></k:Line>
          <k:Number><xsl:value-of select="c:ReceiverHouse"/></k:Number>
          <k:Zone><xsl:value-of select="c:ReceiverZip"/></k:Zone>
          <k:Town><xsl:value-of select="c:ReceiverCity"/></k:Town>
          <k:State><xsl:value-of select="c:ReceiverCountry"/></k:State>
        </k:Post>
        <k:Fixed><xsl:value-of select="c:ReceiverPhone"/></k:Fixed>
        <k:Letterbox><xsl:value-of select="c:ReceiverMail"/></k:Letterbox>
        <k:Account><xsl:value-of select="c:ReceiverIban"/></k:Account>
      </k:Receiver>
    </k:Contact>
  </xsl:template>
</xsl:stylesheet>
