export type CardStatus = 'active' | 'inactive' | 'expired'

export type Account = { id: string; name: string; limitCents: number; owedCents: number }

export type Card = {
  /** The token that others store instead of the number. */
  token: string
  number: string
  /** Nine digits on the back, for tills. Cards of old journals have none. */
  barcode?: string
  /** As printed, MM/YY. */
  expiry: string
  cvc: string
  account: string
  status: CardStatus
  contact: { name: string; mobile: string | null; email: string | null }
  /** Pays without a code, as the holder has chosen. */
  trusted: boolean
}

const account = (id: string, name: string, limitCents: number, owedCents = 0): Account => ({ id, name, limitCents, owedCents })

export const seedAccounts: Account[] = [
  account('40010001', 'Wairarapa Dairy Ltd', 2_500_000),
  account('40010002', 'Tussock Flat Station', 500_000, 500_000),
  account('40010003', 'Harakeke Honey', 300_000),
  account('40010004', 'Old Ford Orchard', 300_000),
  account('40010005', 'Long Acre Partnership', 300_000),
  account('40010006', 'Pukeko Creek Farms', 1_000_000),
  account('40010007', 'Kahikatea Nursery', 200_000),
  account('40010008', 'Dry Gully Merinos', 200_000),
  account('40010009', 'Little Paddock', 3_000),
]

const card = (
  serial: number,
  holder: string,
  more: { barcode?: string; mobile?: string | null; email?: string | null; status?: CardStatus; trusted?: true; expiry?: string },
): Card => ({
  token: `fct_demo${String(serial).padStart(4, '0')}`,
  number: `600509100000000${serial}`,
  barcode: more.barcode ?? `44000000${serial}`,
  expiry: more.expiry ?? '12/30',
  cvc: '123',
  account: `4001000${serial}`,
  status: more.status ?? 'active',
  contact: {
    name: holder,
    mobile: more.mobile === undefined ? `+64275550${100 + serial}` : more.mobile,
    email: more.email === undefined ? `${holder.split(' ')[0]!.toLowerCase()}@farm.example` : more.email,
  },
  trusted: more.trusted ?? false,
})

/** One card per error. */
export const seedCards: Card[] = [
  card(1, 'Ngaire Donovan', { barcode: '424242424' }),
  card(2, 'Bruce Tamihana', { barcode: '434343434' }),
  card(3, 'Miriama Kohu', { barcode: '454545454', status: 'expired' }),
  card(4, 'Ewan Sutherland', { barcode: '464646464', status: 'inactive' }),
  card(5, 'Colin Prebble', { mobile: null, email: null }),
  card(6, 'Anahera Wirihana', { trusted: true }),
  card(7, 'Trish Vernon', { mobile: null }),
  card(8, 'Hemi Paki', { email: null }),
  card(9, 'Jo Lister', {}),
]

/** A card expires at the end of its month, New Zealand time. */
export const statusAt = (card: Card, now: Date): CardStatus => {
  const [month = '', year = ''] = card.expiry.split('/')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland', year: 'numeric', month: '2-digit' }).format(now)
  return card.status === 'active' && `20${year}-${month}` < today ? 'expired' : card.status
}
