/** Where everything is, below the base path. Screens link through these, never through a string of their own. */
export const base = '/deimos'

/** @ahead of the first screen that links to another */
export const paths = {
  home: '/',
  locations: '/locations',
}
