import { Trans, useLingui } from '@lingui/react/macro'
import type { LoggedRequest } from '@nikau/contract/request-log'
import { CellDetail, Code, DataTable } from '@nikau/ui'
import { timeWithSeconds, whenOf } from './times.ts'

export function RequestTable({ requests, hrefOf }: { requests: readonly LoggedRequest[]; hrefOf: (id: string) => string }) {
  const { t } = useLingui()
  return (
    <DataTable
      caption={t`Calls of your keys, newest first`}
      columns={[
        { key: 'call', label: <Trans>Call</Trans>, fold: 'start-1' },
        { key: 'answer', label: <Trans>Answer</Trans>, fold: 'end-1' },
        { key: 'key', label: <Trans>Key</Trans>, fold: 'start-2' },
        { key: 'took', label: <Trans>Took</Trans>, align: 'end' },
        { key: 'when', label: <Trans>When</Trans>, align: 'end', fold: 'end-2' },
      ]}
      rows={requests.map((request) => ({
        id: request.id,
        href: hrefOf(request.id),
        cells: {
          call: (
            <>
              <Code chip>{request.method}</Code> <Code>{request.path}</Code>
              <CellDetail>{request.id}</CellDetail>
            </>
          ),
          answer: <AnswerOf request={request} />,
          key: request.keyName,
          took: (
            <span className="whitespace-nowrap">
              <Trans>{request.durationMs} ms</Trans>
            </span>
          ),
          when: whenOf(request.at, timeWithSeconds),
        },
      }))}
    />
  )
}

/** The status, and why it was refused. */
export function AnswerOf({ request: { status, refusal } }: { request: LoggedRequest }) {
  return (
    <>
      <b className={`font-semibold ${status < 400 ? 'text-positive' : 'text-negative'}`}>{status}</b>
      {refusal !== undefined && (
        <CellDetail>
          <Code>{refusal}</Code>
        </CellDetail>
      )}
    </>
  )
}
