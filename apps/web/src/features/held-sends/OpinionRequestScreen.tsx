import { Trans, useLingui } from '@lingui/react/macro'
import { answerOpinionRequest, getOpinionRequest, listOpinionRequests, type Opinion, type OpinionRequest } from '@nikau/contract/held-sends'
import { format } from '@nikau/money'
import {
  Avatar,
  Button,
  Card,
  Header,
  initials,
  LinkButton,
  ListSkeleton,
  Money,
  Notice,
  Page,
  PageBody,
  PageFooter,
  Receipt,
  ReceiptRow,
  Title,
  useSkeleton,
} from '@nikau/ui'
import { useParams } from 'react-router'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { toAsyncData } from '../../lib/async-data.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useSpokenAmount, useTimeLabel } from '../../lib/localized-text.ts'
import { Message } from '../../lib/Message.tsx'
import { paths } from '../../lib/paths.ts'
import { purposeText } from '../send/index.ts'

/** The trusted person reads what the sender asks about, and says what they think. The answer moves nothing. */
export function OpinionRequestScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const { opinionRequestId = '' } = useParams()
  const query = useEndpointQuery(getOpinionRequest, { params: { id: opinionRequestId } })
  const request = toAsyncData(query.data, query)
  const skeleton = useSkeleton(request.data === undefined && !request.failed)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Asked of you</Trans>} />
      <PageBody tight>
        {request.data ? (
          <Request request={request.data} />
        ) : (
          <>
            <Title hidden>
              <Trans>Asked of you</Trans>
            </Title>
            {request.failed ? (
              <LoadFailed source={request}>
                <Trans>We couldn’t load this question</Trans>
              </LoadFailed>
            ) : (
              <div aria-busy="true">{skeleton && <ListSkeleton rows={4} />}</div>
            )}
          </>
        )}
      </PageBody>
      {request.data && (
        <PageFooter>
          {request.data.open ? (
            <Answers request={request.data} />
          ) : (
            <LinkButton full href={paths.home}>
              <Trans>Back to home</Trans>
            </LinkButton>
          )}
        </PageFooter>
      )}
    </Page>
  )
}

function Request({ request }: { request: OpinionRequest }) {
  const timeLabel = useTimeLabel()
  const spoken = useSpokenAmount()
  const { askedBy, value, recipientName } = request
  const to = recipientName ?? <Trans>Someone whose name we can’t show</Trans>
  return (
    <>
      <div className="grid justify-items-center gap-2 pt-6 pb-5 text-center">
        <Avatar tone="in" size="xl">
          {initials(askedBy)}
        </Avatar>
        <h1 className="n-heading pt-2" tabIndex={-1}>
          <Trans>{askedBy} asks what you think</Trans>
        </h1>
        <p className="text-label text-ink-2">
          <Trans>before sending</Trans>
        </p>
        <p className="pt-2">
          <Money size="xl" text={format(value)} spoken={spoken(value)} />
        </p>
      </div>
      <Card>
        <Receipt>
          <ReceiptRow name={<Trans>To</Trans>}>{request.firstTime ? <Trans>{to}, first time</Trans> : to}</ReceiptRow>
          <ReceiptRow name={<Trans>For</Trans>}>
            <Message of={purposeText(request.purpose)} />
          </ReceiptRow>
          <ReceiptRow name={<Trans>Asked</Trans>}>{timeLabel(request.askedAt)}</ReceiptRow>
        </Receipt>
      </Card>
      <p className="pt-4 text-label font-normal text-ink-2">
        <Trans>
          You see this because {askedBy} chose you. Talk to {askedBy} in person or by phone if you can. {askedBy} decides either way.
        </Trans>
      </p>
      <State request={request} />
    </>
  )
}

function State({ request: { askedBy, opinion, open } }: { request: OpinionRequest }) {
  if (!open)
    return (
      <div className="pt-4">
        <Notice tone="info" title={<Trans>{askedBy} has decided</Trans>}>
          <Trans>This question is closed.</Trans>
        </Notice>
      </div>
    )
  if (opinion === undefined) return undefined
  return (
    <div className="pt-4">
      <Notice
        tone="positive"
        live="polite"
        title={opinion === 'stop' ? <Trans>You told {askedBy} to stop</Trans> : <Trans>You told {askedBy} it looks fine</Trans>}
      >
        <Trans>You can still change your answer.</Trans>
      </Notice>
    </div>
  )
}

function Answers({ request: { id, askedBy, opinion } }: { request: OpinionRequest }) {
  const { t } = useLingui()
  const answer = useEndpointMutation(answerOpinionRequest)
  const queryKey = [getOpinionRequest.method, getOpinionRequest.path]
  const submit = async (chosen: Opinion) => {
    const done = await answer.mutateAsync({ params: { id }, body: { opinion: chosen } }).catch(() => undefined) // shown above the buttons
    if (done) queryClient.setQueriesData<OpinionRequest>({ queryKey: [...queryKey, { params: { id } }] }, done)
    else void queryClient.invalidateQueries({ queryKey }) // the send may be settled meanwhile
    void queryClient.invalidateQueries({ queryKey: [listOpinionRequests.method, listOpinionRequests.path] })
  }
  const sending = answer.isPending ? answer.variables.body.opinion : undefined
  return (
    <>
      {answer.isError && (
        <p className="text-label font-semibold text-negative" role="alert">
          <Trans>Your answer didn’t reach {askedBy}.</Trans> <CallProblem error={answer.error} />
        </p>
      )}
      {opinion !== 'stop' && (
        <Button full busy={sending === 'stop'} busyLabel={t`Answering`} onPress={() => void submit('stop')}>
          <Trans>Tell {askedBy} to stop</Trans>
        </Button>
      )}
      {opinion !== 'fine' && (
        <Button full variant="outlined" busy={sending === 'fine'} busyLabel={t`Answering`} onPress={() => void submit('fine')}>
          <Trans>It looks fine to me</Trans>
        </Button>
      )}
    </>
  )
}
