/** Payment Initiation v2.3 of the Payments NZ API Centre, as JSON Schema: the fields that a one-off payment uses. */
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength })
const upTo = (maxLength: number) => ({ type: 'string', maxLength })
const closed = (properties: Record<string, unknown>, required: string[] = []) => ({ type: 'object', properties, required, additionalProperties: false })

const account = (required: string[]) =>
  closed(
    {
      SchemeName: { const: 'BECSElectronicCredit' },
      Identification: { type: 'string', pattern: '^\\d{2}-\\d{4}-\\d{7}-\\d{2}$' },
      Name: text(70),
      SecondaryIdentification: text(34),
    },
    required,
  )

const words = closed({ Particulars: upTo(12), Code: upTo(12), Reference: upTo(12) })

const initiation = closed(
  {
    InstructionIdentification: text(36),
    EndToEndIdentification: text(36),
    DebtorAccountRelease: { type: 'boolean' },
    InstructedAmount: closed({ Amount: { type: 'string', pattern: '^\\d{1,13}\\.\\d{1,5}$' }, Currency: { type: 'string', pattern: '^[A-Z]{3}$' } }, [
      'Amount',
      'Currency',
    ]),
    DebtorAccount: account(['SchemeName', 'Identification']),
    CreditorAccount: account(['SchemeName', 'Identification', 'Name']),
    RemittanceInformation: closed({
      Reference: closed({ CreditorName: upTo(20), CreditorReference: words, DebtorName: upTo(20), DebtorReference: words }, ['CreditorName']),
    }),
  },
  ['InstructionIdentification', 'EndToEndIdentification', 'InstructedAmount', 'CreditorAccount', 'RemittanceInformation'],
)

const decimal = { type: 'string', maxLength: 14, pattern: '^-?\\d{1,3}\\.\\d{1,8}$' }

const risk = closed({
  GeoLocation: closed({ Latitude: decimal, Longitude: decimal }, ['Latitude', 'Longitude']),
  PaymentContextCode: { enum: ['BillPayment', 'EcommerceGoods', 'EcommerceServices', 'Other', 'PersonToPerson'] },
  MerchantCategoryCode: { type: 'string', minLength: 3, maxLength: 4 },
  MerchantCustomerIdentification: text(70),
  DeliveryAddress: closed(
    {
      AddressType: { const: 'DeliveryTo' },
      AddressLine: { type: 'array', items: text(70), maxItems: 5 },
      StreetName: text(70),
      BuildingNumber: text(16),
      PostCode: text(16),
      TownName: text(35),
      CountrySubDivision: text(35),
      Country: { type: 'string', pattern: '^[A-Z]{2}$' },
    },
    ['Country'],
  ),
  EndUserAppName: text(70),
  EndUserAppVersion: text(14),
  MerchantName: text(70),
  MerchantNZBN: text(70),
})

export const consentBody = closed({ Data: closed({ Consent: initiation }, ['Consent']), Risk: risk }, ['Data', 'Risk'])
export const paymentBody = closed({ Data: closed({ ConsentId: text(128), Initiation: initiation }, ['ConsentId', 'Initiation']), Risk: risk }, ['Data', 'Risk'])
