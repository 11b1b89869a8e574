/** Where everything is, below the base path. Screens link through these, never through a string of their own. */
export const base = '/deimos'

export const paths = {
  home: '/',
  locations: '/locations',
  bankAccounts: '/bank-accounts',
  linkBankAccount: '/link-bank-account',
  profileBasics: '/link-bank-account/profile-basics',
  profileEmail: '/link-bank-account/email',
}
