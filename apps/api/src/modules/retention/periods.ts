import { z } from 'zod'

/** The lower bound protects what still needs the data; the upper one keeps a typing error from keeping it for good. */
const period = (byDefault: number, min: number, max: number) => z.int().min(min).max(max).default(byDefault)

/** How long personal data and secrets are kept. docs/privacy.md lists them with the reason; a test compares the two. */
export const retentionPeriods = z
  .strictObject({
    /** Counts per address, which are of use for a minute. */
    rateLimitMinutes: period(10, 2, 60),
    /** Where a message went, after it was sent or given up. */
    messageRecipientDays: period(30, 1, 90),
    /** The message itself; its key prevents a second one. */
    messageDays: period(400, 30, 800),
    /** The first response to a call with an idempotency key. */
    idempotencyDays: period(90, 7, 400),
    /** From the event. Deliveries are retried for two weeks. */
    webhookDeliveryDays: period(90, 15, 400),
    /** Calls of API keys. The list promises 30 days. */
    requestLogDays: period(30, 30, 90),
    /** How many payments each minute had. The same hour a week before is shown. */
    paymentMinuteDays: period(8, 8, 90),
    /** From the replacement of a signing key, which stays published for a day. */
    retiredWebhookKeyDays: period(30, 2, 90),
    /** The signed link to the bank, after a payment by bank ended. A bank may reject a payment for a day. */
    bankAuthorisationDays: period(30, 2, 90),
    /** A payer may dispute a direct debit for nine months. */
    unlinkedBankNumberDays: period(400, 280, 2600),
    endedAuthorityDays: period(400, 280, 2600),
    /** Wrong codes for a bank account. They count for 60 days by default. */
    wrongCodeDays: period(90, 60, 400),
    /** That a confirmation email was sent, by a keyed hash of its address. A day is limited. */
    confirmationEmailDays: period(2, 1, 30),
    /** Address and device of a security event. */
    securityEventSourceDays: period(400, 90, 800),
    /** From the creation of a patron code. A request made with one lasts a day at most. */
    patronCodeDays: period(2, 2, 30),
    /** A contact that was not sent to for so long; a later send to it is a first one again. */
    payeeDays: period(730, 90, 2600),
    /** That an alias was checked or sent to for the first time. A day is limited. */
    firstSendDays: period(2, 1, 30),
    /** What was sent, without to whom. The scam brake compares with 90 days. */
    sendAmountDays: period(90, 90, 400),
    /** A held send and the opinions about it, after it was sent, cancelled or forgotten. */
    heldSendDays: period(30, 1, 400),
    /** Trust that has ended, and questions to be a trusted person that nobody accepted. */
    endedTrustDays: period(30, 2, 400),
    /** What a sender wrote with a send, after it was settled. */
    sendMessageDays: period(730, 90, 2600),
    /** That a number or address got a message about a send. A day is limited. */
    recipientMessageDays: period(2, 1, 30),
    /** That a number or address wants nothing of a sender. Numbers get new owners. */
    barredSenderDays: period(730, 365, 2600),
    /** An invitation to a business, after it was accepted, taken back or over. */
    memberInvitationDays: period(30, 2, 400),
    /** A code for a refund, which is of use for minutes. The refund keeps who approved it. */
    refundApprovalDays: period(2, 1, 30),
    /** A person who signed in and never opened an account. */
    unusedPersonDays: period(400, 90, 800),
  })
  .prefault({})

export type RetentionPeriods = z.output<typeof retentionPeriods>
