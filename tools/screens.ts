/** Every screen that pictures are taken of: one file name each, with the seeded data that fills it. */
export interface ScreenToShow {
  name: string
  path: string
  /** The counterpart among the design pictures, where there is one. */
  like?: string
  /** Text that must be on the screen before the picture is taken. */
  until: string
  /** Where the visitor stands, for screens that ask. */
  at?: { latitude: number; longitude: number }
}

const ponsonby = { latitude: -36.8552, longitude: 174.7433 }

export const screens: ScreenToShow[] = [
  { name: 'locations', path: '/locations', until: 'Nikau NZD' },
  { name: 'locations-near', path: '/locations', until: 'km', at: ponsonby },
  { name: 'locations-none', path: '/locations?name=nowhere', until: 'No shops' },
  { name: 'not-found', path: '/404', until: 'Oops!' },
]
