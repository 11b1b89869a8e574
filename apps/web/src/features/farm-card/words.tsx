import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import { deployed } from '../../lib/config.ts'
import type { CodeTrouble, Trouble } from './troubles.ts'

export interface Words {
  title: ReactNode
  text: ReactNode
  /** What it means for the customer's money, where more is known than that. */
  more?: ReactNode
}

const wrong: Words = {
  title: <Trans>Oops, something went wrong</Trans>,
  text: <Trans>It looks like something went wrong. Please try again in a moment.</Trans>,
}

const declined: Words = { ...wrong, more: <Trans>Farmlands declined the payment. You have not been charged.</Trans> }

/** In place of the form: with this card it goes no further. */
type Final = Exclude<Trouble, keyof typeof passing | 'contact'>

export const cardWords: Readonly<Record<Final, Words>> = {
  'too-many': {
    title: <Trans>Payment Failed</Trans>,
    text: <Trans>We couldn't complete your payment. Please return to the store to try again or use a different payment method.</Trans>,
  },
  insufficient: { title: <Trans>Insufficient balance</Trans>, text: <Trans>Insufficient account balance. Please try another payment method.</Trans> },
  expired: { title: <Trans>Card expired</Trans>, text: <Trans>Your farm-supplies card has expired. Please try another payment method.</Trans> },
  inactive: { title: <Trans>Card inactive</Trans>, text: <Trans>Your farm-supplies card is inactive. Please try another payment method.</Trans> },
  card: { title: <Trans>Card verification failed</Trans>, text: <Trans>The card information you entered is invalid. Please check and try again.</Trans> },
  declined,
  wrong,
}

/** Nothing was decided: the same can be tried again from where one is. */
const passing = {
  offline: {
    title: <Trans>We can’t reach Nikau</Trans>,
    text: <Trans>Check your connection and try again. You have not been charged.</Trans>,
  },
  company: {
    title: <Trans>Farmlands does not answer right now</Trans>,
    text: <Trans>You have not been charged. Try again in a moment.</Trans>,
  },
  busy: wrong,
} satisfies Readonly<Record<string, Words>>

const codeWords: Readonly<Record<CodeTrouble, Words>> = {
  ...passing,
  code: { title: <Trans>Code verification failed</Trans>, text: <Trans>Please check your verification code before trying again.</Trans> },
  declined,
  wrong,
}

/** What ends the try with this card; undefined for what is only said above the form. */
export function finalWords(trouble: Trouble): Words | undefined {
  return trouble in cardWords ? cardWords[trouble as Final] : undefined
}

const Said = ({ words: { title, text, more } }: { words: Words }) => (
  <Notice tone="negative" live="assertive" title={title}>
    <p>{text}</p>
    {more !== undefined && <p>{more}</p>}
  </Notice>
)

export const CodeNotice = ({ trouble }: { trouble: CodeTrouble }) => <Said words={codeWords[trouble]} />

/** Above the form, which stays as it is. */
export function FormNotice({ trouble }: { trouble: Trouble }) {
  if (trouble === 'contact') return <ContactNotice />
  return trouble in passing ? <Said words={passing[trouble as keyof typeof passing]} /> : null
}

/** The card company's telephone number, to be called at a touch. */
export function CompanyPhone() {
  return <a href={`tel:${deployed.farmlandsPhone.replaceAll(' ', '')}`}>{deployed.farmlandsPhone}</a>
}

function ContactNotice() {
  return (
    <Notice tone="warning" live="assertive" title={<Trans>Farmlands need you to confirm your information to process this Farmlands Card transaction.</Trans>}>
      <Trans>
        Please contact Farmlands on <CompanyPhone />.
      </Trans>
    </Notice>
  )
}
