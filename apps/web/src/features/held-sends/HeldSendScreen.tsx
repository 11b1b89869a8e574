import { Trans, useLingui } from '@lingui/react/macro'
import { cancelHeldSend, getHeldSend, type HeldSend, listHeldSends } from '@nikau/contract/held-sends'
import { format } from '@nikau/money'
import { Button, Card, Dialog, Header, LinkButton, ListSkeleton, Page, PageBody, PageFooter, Receipt, ReceiptRow, Title, useSkeleton } from '@nikau/ui'
import type { ReactNode } from 'react'
import { useNavigate, useParams } from 'react-router'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { toInputText } from '../../lib/amount-input.ts'
import { toAsyncData } from '../../lib/async-data.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { Message } from '../../lib/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { aliasInput, formatAlias } from '../../lib/recipient.ts'
import { toast } from '../../lib/toasts.ts'
import { purposeText, useDraft } from '../send/index.ts'
import { AskTrusted, Opinions } from './Opinions.tsx'
import { Waiting } from './Waiting.tsx'

/** A send that waits. It holds no money and never sends itself: at its time the person decides. */
export function HeldSendScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { heldSendId = '' } = useParams()
  const query = useEndpointQuery(getHeldSend, { params: { id: heldSendId } })
  const held = toAsyncData(query.data, query)
  const skeleton = useSkeleton(held.data === undefined && !held.failed)
  return (
    <Page ground="surface">
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      {held.data ? (
        <Held held={held.data} />
      ) : (
        <PageBody tight>
          <Title hidden>
            <Trans>Waiting send</Trans>
          </Title>
          {held.failed ? (
            <LoadFailed source={held}>
              <Trans>We couldn’t load this send</Trans>
            </LoadFailed>
          ) : (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
          )}
        </PageBody>
      )}
    </Page>
  )
}

function Held({ held }: { held: HeldSend }) {
  const isOpen = held.status === 'waiting' || held.status === 'due'
  /** Whoever asked instead of waiting has what they waited for. */
  const isAnswered = held.opinions.some(({ opinion }) => opinion !== undefined)
  const amount = format(held.value)
  const number = formatAlias(held.recipientAlias)
  const name = held.recipientName
  return (
    <>
      <PageBody tight>
        {isOpen ? <Waiting held={held} /> : <Settled status={held.status} />}
        <Opinions held={held} />
        <div className="pt-6">
          <Card sunk>
            <Receipt>
              <ReceiptRow name={<Trans>Amount</Trans>}>{amount}</ReceiptRow>
              <ReceiptRow name={<Trans>To</Trans>}>{name === undefined ? number : `${name}, ${number}`}</ReceiptRow>
              <ReceiptRow name={<Trans>For</Trans>}>
                <Message of={purposeText(held.purpose)} />
              </ReceiptRow>
              {held.message !== undefined && <ReceiptRow name={<Trans>Message</Trans>}>{held.message}</ReceiptRow>}
            </Receipt>
          </Card>
        </div>
        {held.status === 'due' && (
          <div className="pt-5">
            <AskTrusted held={held} />
          </div>
        )}
      </PageBody>
      <PageFooter>
        {held.status === 'due' ? (
          <Decide held={held} />
        ) : held.status === 'waiting' ? (
          <>
            <AskTrusted held={held} />
            <CancelButton held={held} variant="destructive">
              <Trans>Cancel this send</Trans>
            </CancelButton>
            {isAnswered && held.purpose !== 'told-to' && <SendAnyway held={held} />}
          </>
        ) : (
          <LinkButton full href={paths.home}>
            <Trans>Back to home</Trans>
          </LinkButton>
        )}
      </PageFooter>
    </>
  )
}

function Settled({ status }: { status: HeldSend['status'] }) {
  if (status === 'sent')
    return (
      <Title lede={<Trans>You find it in your activity.</Trans>}>
        <Trans>You sent it</Trans>
      </Title>
    )
  if (status === 'cancelled')
    return (
      <Title lede={<Trans>Nothing has left your wallet.</Trans>}>
        <Trans>You didn’t send it</Trans>
      </Title>
    )
  return (
    <Title lede={<Trans>You didn’t answer in time, so it was forgotten. Nothing has left your wallet.</Trans>}>
      <Trans>Not sent</Trans>
    </Title>
  )
}

/** The wait is over. */
function Decide({ held }: { held: HeldSend }) {
  return (
    <>
      <CancelButton held={held} variant="filled">
        <Trans>Don’t send</Trans>
      </CancelButton>
      <SendAnyway held={held} />
    </>
  )
}

/** Leads to the check step; the server checks everything anew. */
function SendAnyway({ held }: { held: HeldSend }) {
  const navigate = useNavigate()
  const { start } = useDraft()
  const proceed = () => {
    localStorage.setItem('sendingAssetId', held.assetId)
    start({
      recipientText: aliasInput(held.recipientAlias),
      alias: held.recipientAlias,
      amountText: toInputText(held.value),
      message: held.message ?? '',
      purpose: held.purpose,
      heldSendId: held.id,
      ...(held.recipientName !== undefined && { name: held.recipientName }),
    })
    void navigate(paths.sendStep('check'))
  }
  return (
    <Button full variant="quiet" onPress={proceed}>
      <Trans>I still want to send</Trans>
    </Button>
  )
}

function CancelButton({ held, variant, children }: { held: HeldSend; variant: 'filled' | 'destructive'; children: ReactNode }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const cancel = useEndpointMutation(cancelHeldSend)
  const submit = async () => {
    const done = await cancel.mutateAsync({ params: { id: held.id } }).catch(() => undefined) // shown as a dialog
    if (!done) return undefined
    for (const { method, path } of [getHeldSend, listHeldSends]) void queryClient.invalidateQueries({ queryKey: [method, path] })
    toast({ text: t`Nothing was sent` })
    return await navigate(paths.home)
  }
  return (
    <>
      <Button full variant={variant} busy={cancel.isPending} busyLabel={t`Cancelling`} onPress={() => void submit()}>
        {children}
      </Button>
      <Dialog
        isOpen={cancel.isError}
        onClose={cancel.reset}
        role="alertdialog"
        tone="negative"
        title={<Trans>It wasn’t cancelled</Trans>}
        assurance={<Trans>Nothing has left your wallet. It never sends itself.</Trans>}
        actions={
          <Button full onPress={cancel.reset}>
            <Trans>Dismiss</Trans>
          </Button>
        }
      >
        <Trans>It still waits.</Trans> {cancel.error && <CallProblem error={cancel.error} />}
      </Dialog>
    </>
  )
}
