/** A business of the register. None of them exist; their numbers have right check digits. */
export type Entity = {
  nzbn: string
  entityName: string
  /** 50 registered, 80 removed. */
  entityStatusCode: '50' | '80'
  tradingNames: { name: string }[]
  gstNumbers: { gstNumber: string }[]
  addresses: { addressList: { addressType: 'PHYSICAL'; address1: string; address2: string; address3: string; postCode: string; countryCode: 'NZ' }[] }
}

const entity = (nzbn: string, entityName: string, tradingName: string, gstNumber: string | null, place: [string, string, string, string]): Entity => ({
  nzbn,
  entityName,
  entityStatusCode: '50',
  tradingNames: [{ name: tradingName }],
  gstNumbers: gstNumber === null ? [] : [{ gstNumber }],
  addresses: {
    addressList: [{ addressType: 'PHYSICAL', address1: place[0], address2: place[1], address3: place[2], postCode: place[3], countryCode: 'NZ' }],
  },
})

const entities: readonly Entity[] = [
  entity('9429045812361', 'Corner Loaf Limited', 'Corner Loaf', '136410132', ['14 Brown Street', 'Ponsonby', 'Auckland', '1021']),
  entity('9429050011223', 'Southerly Cycles Limited', 'Southerly Cycles', null, ['8 Jetty Street', 'Central', 'Dunedin', '9016']),
  entity('9429047700338', 'Kererū Timber Limited', 'Kererū Timber', '111222339', ['220 Gladstone Road', 'Central', 'Gisborne', '4010']),
  entity('9429036600441', 'Tūī Catering Limited', 'Tūī Catering', null, ['3 Marine Parade', 'Ahuriri', 'Napier', '4110']),
  { ...entity('9429025500554', 'Old Wharf Traders Limited', 'Old Wharf', null, ['1 Wharf Street', 'Central', 'Nelson', '7010']), entityStatusCode: '80' },
]

/** Any other number of thirteen digits that ends with 0 is a registered business too, so that tests can open as many as they need. */
export const entityOf = (nzbn: string): Entity | undefined => {
  const known = entities.find((candidate) => candidate.nzbn === nzbn)
  if (known || !/^9429\d{8}0$/.test(nzbn)) return known
  const name = `Sample Business ${nzbn.slice(4, 12)}`
  return entity(nzbn, `${name} Limited`, name, null, ['1 Sample Street', 'Te Aro', 'Wellington', '6011'])
}
