import { Trans } from '@lingui/react/macro'
import { Notice } from '@nikau/ui'
import type { ReactNode } from 'react'
import { deployed } from '../../lib/config.ts'
import type { CardError, CodeError } from './errors.ts'

export interface ErrorText {
  title: ReactNode
  text: ReactNode
  /** Whether the customer was charged, where that is known. */
  charge?: ReactNode
}

const charge = <Trans>You have not been charged.</Trans>

const unknown: ErrorText = {
  title: <Trans>Oops, something went wrong</Trans>,
  text: <Trans>It looks like something went wrong. Please try again in a moment.</Trans>,
  charge,
}

const declined: ErrorText = {
  title: <Trans>Farmlands declined the payment</Trans>,
  text: <Trans>Use another card or another way to pay, or ask Farmlands why.</Trans>,
  charge,
}

/** Errors that replace the form, because the flow cannot continue with this card. */
type FinalError = Exclude<CardError, keyof typeof temporaryErrors | 'contact-details-required'>

const finalErrors: Readonly<Record<FinalError, ErrorText>> = {
  'too-many-attempts': {
    title: <Trans>Payment Failed</Trans>,
    text: <Trans>We couldn't complete your payment. Please return to the store to try again or use a different payment method.</Trans>,
    charge,
  },
  'insufficient-balance': {
    title: <Trans>Insufficient balance</Trans>,
    text: <Trans>Insufficient account balance. Please try another payment method.</Trans>,
    charge,
  },
  'card-expired': { title: <Trans>Card expired</Trans>, text: <Trans>Your farm-supplies card has expired. Please try another payment method.</Trans>, charge },
  'card-inactive': {
    title: <Trans>Card inactive</Trans>,
    text: <Trans>Your farm-supplies card is inactive. Please try another payment method.</Trans>,
    charge,
  },
  'card-invalid': {
    title: <Trans>Card verification failed</Trans>,
    text: <Trans>The card information you entered is invalid. Please check and try again.</Trans>,
    charge,
  },
  'not-accepted': {
    title: <Trans>Farmlands Card not accepted</Trans>,
    text: <Trans>The shop doesn’t accept the Farmlands Card for this payment. Choose another way to pay.</Trans>,
    charge,
  },
  paused: {
    title: <Trans>Farmlands Card payments are paused</Trans>,
    text: <Trans>We’ve paused them for everyone. Choose another way to pay, or try again later.</Trans>,
    charge,
  },
  declined,
  unknown,
}

/** Errors shown above the form: the same step can be tried again. */
const temporaryErrors = {
  offline: {
    title: <Trans>We can’t reach Nikau</Trans>,
    text: <Trans>Check your connection and try again. You have not been charged.</Trans>,
  },
  'farmlands-unavailable': {
    title: <Trans>We can’t reach Farmlands right now</Trans>,
    text: <Trans>You have not been charged. Try again in a moment.</Trans>,
  },
  'server-error': unknown,
} satisfies Readonly<Record<string, ErrorText>>

const codeErrors: Readonly<Record<CodeError, ErrorText>> = {
  ...temporaryErrors,
  'code-invalid': { title: <Trans>Code verification failed</Trans>, text: <Trans>Please check your verification code before trying again.</Trans>, charge },
  declined,
  unknown,
}

/** The text of an error that replaces the form; undefined for errors shown above it. */
export function finalErrorText(error: CardError): ErrorText | undefined {
  return error in finalErrors ? finalErrors[error as FinalError] : undefined
}

const ErrorNotice = ({ error: { title, text, charge } }: { error: ErrorText }) => (
  <Notice tone="negative" live="assertive" title={title}>
    <p>{text}</p>
    {charge !== undefined && <p>{charge}</p>}
  </Notice>
)

export const CodeErrorNotice = ({ error }: { error: CodeError }) => <ErrorNotice error={codeErrors[error]} />

export function CardErrorNotice({ error }: { error: CardError }) {
  if (error === 'contact-details-required') return <ContactNotice />
  return error in temporaryErrors ? <ErrorNotice error={temporaryErrors[error as keyof typeof temporaryErrors]} /> : null
}

export function FarmlandsPhone() {
  return <a href={`tel:${deployed.farmlandsPhone.replaceAll(' ', '')}`}>{deployed.farmlandsPhone}</a>
}

function ContactNotice() {
  return (
    <Notice tone="warning" live="assertive" title={<Trans>Farmlands need you to confirm your information to process this Farmlands Card transaction.</Trans>}>
      <Trans>
        Please contact Farmlands on <FarmlandsPhone />.
      </Trans>
    </Notice>
  )
}
