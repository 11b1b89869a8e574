/** All texts of the pages. English is the source; te reo Māori has the texts confirmed by a speaker and falls back to English. */
const en = {
  title: 'Sign in',
  signUpTitle: 'Create your wallet',
  promise: 'Your money, plainly.',
  phone: 'Mobile number',
  phoneHint: 'A New Zealand mobile number',
  textMe: 'Text me a code',
  usePasskey: 'Use a passkey',
  usePhone: 'Use my mobile number',
  newHere: 'New here? Use the same button to sign up.',
  welcomeNew: 'All we need is your mobile number.',
  about: 'About Nikau',
  help: 'Help',
  terms: 'Terms',
  privacy: 'Privacy',
  phoneMissing: 'Enter your mobile number',
  phoneWrong: 'Enter a New Zealand mobile number, like 021\u00a0123\u00a04567',
  codeTitle: 'Enter your code',
  codeTexted: (to: string, at: string) => ['We texted 6 digits to ', to, ` at ${at}.`] as const,
  codeMailed: (to: string) => ['If ', to, ' has a confirmed email address, we’ve sent a code there.'] as const,
  code: '6-digit code',
  codeMalformed: 'Enter the 6 digits from the message',
  codeWrong: (left: number) => `That code is incorrect. You have ${left === 1 ? '1 try' : `${left} tries`} left.`,
  codeSpent: 'You’ve used all your tries for this code. Request a new one.',
  codeExpired: 'This code has expired. Request a new one.',
  wait: (at: string) => `Too many tries. Try again at ${at}.`,
  tooSoon: 'We’ve already sent a code.',
  tooMany: 'We can’t send any more codes for this sign-in. Go back and start again.',
  resend: 'Send a new code',
  resendIn: 'Resend in',
  byEmail: 'Send it by email',
  wrongNumber: 'Wrong number?',
  neverTitle: 'Nikau never asks for this code',
  never: 'Not by phone, text or chat.',
  continue: 'Continue',
  back: 'Back',
  offerTitle: 'Use a passkey next time',
  offer: 'Sign in with your fingerprint, face or screen lock. No codes to wait for or share.',
  offerPoints: ['It’s stored on your device and in its backup.', 'It works without mobile reception.', 'You can remove it any time under Passkeys.'],
  createPasskey: 'Create a passkey',
  notNow: 'Not now',
  passkeyFailed: 'Your passkey didn’t work. Try again, or use your mobile number.',
  createFailed: 'We couldn’t create a passkey. Try again, or continue without one.',
  secondTitle: 'One more step',
  second: 'You haven’t signed in for more than a year, and mobile numbers change hands. Show us that it’s still you.',
  secondEmail: 'Email me a code',
  secondCodeMailed: (at: string) => ['We emailed 6 digits to your ', 'confirmed address', ` at ${at}.`] as const,
  dormantTitle: 'Let’s check that it’s you',
  dormant: 'This number hasn’t been used with Nikau for more than a year, and mobile numbers change hands. We can’t sign you in with it alone.',
  dormantHelp: 'Email us and we’ll sort it out together. Your money stays where it is. If the number is new to you, tell us and you can start your own wallet.',
  secondHelp: 'Can’t do this?',
  contactUs: 'Email us',
  expiredTitle: 'This session has expired',
  expired: 'It was open too long, or you finished signing in in another tab. Nothing has been lost.',
  errorTitle: 'That didn’t work',
  error: 'The link you followed is incomplete. Nothing has changed in your wallet.',
  busyTitle: 'Too many requests',
  busy: (at: string) => `There were too many sign-ins from your network. Try again at ${at}.`,
  failTitle: 'Something went wrong',
  fail: 'That’s on us. Please try again in a moment.',
  toNikau: 'Go to Nikau',
  signOutTitle: 'Sign out of Nikau?',
  signOut: 'You’ll need a code or your passkey to sign in again.',
  signOutYes: 'Sign out',
  signingOut: 'Signing you out',
  stay: 'Stay signed in',
  signedOutTitle: 'You’re signed out',
  signedOut: 'See you soon.',
  // The desk, which is in English.
  deskTitle: 'Sign in to the desk',
  deskLede: 'With the passkey of your work device.',
  deskUsePasskey: 'Use passkey',
  deskFailed: 'That didn’t work. Try again with the passkey of your work device.',
  deskNoPasskeys: 'This browser can’t use passkeys.',
  deskNoCode: 'No password, no code by text. A lost passkey is replaced by two people of Admin and Compliance, in person.',
  deskNotCustomers: 'A customer’s sign-in does not open the desk.',
  deskPromise: 'Every look and every act is written down.',
  deskPromiseMore: 'With your name, the time and the reason.',
  deskEnrolTitle: 'Add the passkey of your work device',
  deskEnrolLede: 'It opens the desk, and nothing else does.',
  deskEnrolFor: (name: string) => `For ${name}. It opens the desk, and nothing else does.`,
  deskEnrolButton: 'Add passkey',
  deskEnrolFailed: 'We couldn’t add a passkey. Try again, or ask Admin for a new link.',
  deskEnrolOnce: 'This link works once. Not you? Close this page and tell Admin.',
  deskEnrolledTitle: 'Your passkey is ready',
  deskEnrolled: 'Keep this device with you: the desk asks for it at each sign-in, and before acts that matter.',
  deskSpentTitle: 'This link doesn’t work any more',
  deskSpent: 'It has expired or was used. Ask Admin for a new one.',
}

export type Texts = typeof en

const mi: Partial<Texts> = {
  title: 'Takiuru',
  signOutYes: 'Takiputa',
}

export const languages = { 'en-NZ': en, mi: { ...en, ...mi } } satisfies Record<string, Texts>

export type Language = keyof typeof languages

/** The language of a page: requested by the web app, chosen there before, or English, in this order. */
export function languageOf(cookies: string | undefined, uiLocales: unknown): Language {
  const requested = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  const chosen = /(?:^|;\s*)nikau_language=([\w-]+)/.exec(cookies ?? '')?.[1]
  const preferred = [...requested, ...(chosen ? [chosen] : [])]
  for (const tag of preferred) {
    if (/^mi\b/i.test(tag)) return 'mi'
    if (/^en\b/i.test(tag)) return 'en-NZ'
  }
  return 'en-NZ'
}

/** Whether a text is te reo Māori, so that screen readers pronounce it as such. */
export function isMaori(language: Language, key: keyof Texts): boolean {
  return language === 'mi' && key in mi
}
