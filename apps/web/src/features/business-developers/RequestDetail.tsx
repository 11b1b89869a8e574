import { Trans, useLingui } from '@lingui/react/macro'
import { getRequest, type LoggedRequestDetail } from '@nikau/contract/request-log'
import { Button, Code, CodeBlock, ListSkeleton, PortalCard, Receipt, ReceiptRow, TextLink, useSkeleton } from '@nikau/ui'
import { toAsyncData } from '../../lib/async-data.ts'
import { useBusiness } from '../../lib/business.ts'
import { businessPaths } from '../../lib/business-paths.ts'
import { useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { CopyText } from '../../lib/CopyText.tsx'
import { curlOf } from './curl.ts'
import { AnswerOf } from './RequestTable.tsx'
import { timeWithSeconds, whenOf } from './times.ts'

/** One call with its ids, what was sent without secrets, and how it ended. */
export function RequestDetail({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useEndpointQuery(getRequest, { params: { id } })
  const found = toAsyncData(query.data, query)
  const skeleton = useSkeleton(found.data === undefined && !found.failed)
  return (
    <PortalCard
      title={<Code>{id}</Code>}
      end={
        <Button variant="quiet" size="s" onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {found.failed && (
        <LoadFailed source={found}>
          <Trans>Couldn’t load this call</Trans>
        </LoadFailed>
      )}
      {skeleton && !found.data && <ListSkeleton rows={4} />}
      {found.data && <Details request={found.data} />}
    </PortalCard>
  )
}

function Details({ request }: { request: LoggedRequestDetail }) {
  const { t } = useLingui()
  const { may } = useBusiness()
  const { method, path, keyName, at, durationMs, address, idempotencyKey, externalRef, paymentRequestId, refusalFields, body } = request
  const read = body === undefined ? undefined : readable(body)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <p className="wrap-anywhere">
          <Code chip>{method}</Code> <Code>{path}</Code>
        </p>
        <p className="pt-1">
          <AnswerOf request={request} />
        </p>
      </div>
      <Receipt>
        {Object.entries(refusalFields ?? {}).map(([name, value]) => (
          <ReceiptRow key={name} name={<Code>{name}</Code>}>
            <Code>{value}</Code>
          </ReceiptRow>
        ))}
        <ReceiptRow name={<Trans>Key</Trans>}>{keyName}</ReceiptRow>
        <ReceiptRow name={<Trans>When</Trans>}>{whenOf(at, timeWithSeconds)}</ReceiptRow>
        <ReceiptRow name={<Trans>Took</Trans>}>
          <Trans>{durationMs} ms</Trans>
        </ReceiptRow>
        <ReceiptRow name={<Trans>From</Trans>}>{address}</ReceiptRow>
        {idempotencyKey !== undefined && (
          <ReceiptRow name={<Trans>Idempotency key</Trans>}>
            <Code>{idempotencyKey}</Code>
          </ReceiptRow>
        )}
        {externalRef !== undefined && <ReceiptRow name={<Trans>External reference</Trans>}>{externalRef}</ReceiptRow>}
        {paymentRequestId !== undefined && (
          <ReceiptRow name={<Trans>Payment</Trans>}>
            {may('payments:read') ? <TextLink href={businessPaths.payment(paymentRequestId)}>{paymentRequestId}</TextLink> : <Code>{paymentRequestId}</Code>}
          </ReceiptRow>
        )}
      </Receipt>
      {read !== undefined && (
        <CodeBlock label={t`Body, without secrets`} wrap>
          {read}
        </CodeBlock>
      )}
      <CopyText full text={curlOf({ method, path, body })}>
        <Trans>Copy as curl</Trans>
      </CopyText>
    </div>
  )
}

/** A long body is cut, and no JSON any more. */
function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
