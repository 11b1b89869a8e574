/** Every word on the pages. English is the source; te reo Māori carries only the words that a speaker has settled, the rest falls back. */
const en = {
  title: 'Log in',
  signUpTitle: 'Make your wallet',
  promise: 'Your money, plainly.',
  phone: 'Phone number',
  phoneHint: 'A New Zealand mobile number',
  textMe: 'Text me a code',
  usePasskey: 'Use a passkey',
  usePhone: 'Use my phone number',
  newHere: 'New here? The same button makes your wallet.',
  welcomeNew: 'All we need is your number.',
  phoneMissing: 'Enter your mobile number',
  phoneWrong: 'Enter a New Zealand mobile number, like 021\u00a0123\u00a04567',
  codeTitle: 'Enter your code',
  codeTexted: (to: string, at: string) => ['We texted 6 digits to ', to, ` at ${at}.`] as const,
  codeMailed: (to: string) => ['If ', to, ' has a confirmed email address, a code is on its way there.'] as const,
  code: '6-digit code',
  codeMalformed: 'Enter the 6 digits from the message',
  codeWrong: (left: number) => `That is not the code. You have ${left === 1 ? '1 try' : `${left} tries`} left.`,
  codeSpent: 'That was the last try for this code. Ask for a new one.',
  codeExpired: 'This code has run out. Ask for a new one.',
  wait: (at: string) => `Too many tries. You can go on at ${at}.`,
  tooSoon: 'A code is already on its way.',
  tooMany: 'That was the last message for now. Go back and start again.',
  resend: 'Send a new code',
  resendIn: 'Resend in',
  byEmail: 'Send it by email',
  wrongNumber: 'Wrong number?',
  neverTitle: 'Nikau never asks for this code',
  never: 'Not by phone, not by text, not in chat.',
  continue: 'Continue',
  back: 'Back',
  offerTitle: 'Use a passkey next time',
  offer: 'Your fingerprint, face or screen lock logs you in. No code to wait for, and nothing that can be phished.',
  offerPoints: ['It stays on your device and in its own backup.', 'Works even where there is no mobile signal.', 'Remove it any time under Security.'],
  make: 'Make a passkey',
  notNow: 'Not now',
  passkeyFailed: 'The passkey did not work. Use your number, or try once more.',
  makeFailed: 'No passkey was made. You can try again, or carry on without.',
  goneTitle: 'This log-in has run out',
  gone: 'It was left open too long, or was finished in another tab. Nothing is lost.',
  errorTitle: 'That did not work',
  error: 'The link that brought you here is not complete. Nothing has changed in your wallet.',
  failTitle: 'Something went wrong',
  fail: 'It is not you, it is us. Please try again in a moment.',
  toNikau: 'Go to Nikau',
  signOutTitle: 'Log out of Nikau?',
  signOut: 'You will need a code or your passkey to log in again.',
  signOutYes: 'Log out',
  signingOut: 'Logging you out',
  stay: 'Stay logged in',
  signedOutTitle: 'You are logged out',
  signedOut: 'See you soon.',
}

export type Texts = typeof en

const mi: Partial<Texts> = {
  title: 'Takiuru',
  signOutYes: 'Takiputa',
}

export const languages = { 'en-NZ': en, mi: { ...en, ...mi } } satisfies Record<string, Texts>

export type Language = keyof typeof languages

/** The language of a page: what the web app asks for, else the one chosen there before, else English. */
export function languageOf(cookies: string | undefined, uiLocales: unknown): Language {
  const asked = typeof uiLocales === 'string' ? uiLocales.split(' ') : []
  const chosen = /(?:^|;\s*)nikau_language=([\w-]+)/.exec(cookies ?? '')?.[1]
  const wanted = [...asked, ...(chosen ? [chosen] : [])]
  for (const tag of wanted) {
    if (/^mi\b/i.test(tag)) return 'mi'
    if (/^en\b/i.test(tag)) return 'en-NZ'
  }
  return 'en-NZ'
}

/** Which words of a page are te reo Māori, so that a screen reader says them as such. */
export function isMaori(language: Language, key: keyof Texts): boolean {
  return language === 'mi' && key in mi
}
