import { Trans, useLingui } from '@lingui/react/macro'
import { getAdjustmentForm } from '@nikau/contract/desk/ledger'
import { createProposal, previewProposal } from '@nikau/contract/desk/proposals'
import { cents, format } from '@nikau/money'
import { Button, SelectField, TextAreaField, TextField } from '@nikau/ui'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { adjustmentReasonNames } from '../../lib/adjustment-reasons.ts'
import { useCanAct, useDeskMutation, useDeskQuery } from '../../lib/desk-hooks.ts'
import { BooksChecks } from '../../parts/BooksChecks.tsx'
import { CentsField } from '../../parts/CentsField.tsx'
import { Loaded } from '../../parts/Loaded.tsx'
import { Mono } from '../../parts/Mono.tsx'
import { BalancesTable, PostedTable } from '../../parts/Movements.tsx'
import { PageHead } from '../../parts/PageHead.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { Refusal } from '../../parts/Refusal.tsx'
import { type Adjustment, type AdjustmentForm, exceptionNumberOf, missingParts, proposalOf } from './adjustment.ts'
import { Agreement } from './Agreement.tsx'
import './adjustment.css'

/** Proposes a movement beside the old ones. It is tried against the books before it can be sent. */
export function AdjustmentScreen() {
  const query = useDeskQuery(getAdjustmentForm, {})
  return (
    <>
      <PageHead
        title={<Trans>Propose an adjustment</Trans>}
        lede={<Trans>A new movement beside the old ones. Nothing in the books is ever changed or removed.</Trans>}
      />
      <Loaded query={query}>{(form) => <Form form={form} />}</Loaded>
    </>
  )
}

function Form({ form }: { form: AdjustmentForm }) {
  const { i18n, t } = useLingui()
  const navigate = useNavigate()
  const canAct = useCanAct()
  const [search] = useSearchParams()
  const [entered, setEntered] = useState<Adjustment>({
    words: '',
    about: search.get('about') ?? '',
    debit: search.get('debit') ?? '',
    credit: search.get('credit') ?? '',
    amount: '',
    note: '',
    evidence: '',
  })
  const [wrong, setWrong] = useState<ReadonlySet<keyof Adjustment>>(new Set())
  const [tried, setTried] = useState<string>()
  const fields = useRef<HTMLDivElement>(null)
  const key = useRef(crypto.randomUUID())
  const preview = useDeskMutation(previewProposal)
  const propose = useDeskMutation(createProposal, { onDone: (made) => void navigate(`/approvals/${encodeURIComponent(made.id)}`) })
  const set = (name: keyof Adjustment) => (value: string) => setEntered((before) => ({ ...before, [name]: value }))

  const proposal = proposalOf(entered)
  // What was tried is what is proposed: a change takes the button away again.
  const written = JSON.stringify(proposal)
  const result = tried === written && preview.isSuccess ? preview.data : undefined
  const error = (tried === written ? preview.error : null) ?? propose.error
  const sum = /^\d{1,15}$/.test(entered.amount) ? format(cents(entered.amount)) : undefined
  const tryIt = async () => {
    const lacking = missingParts(entered)
    setWrong(lacking)
    if (lacking.size > 0) {
      // The fields are marked by this render.
      requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
      return
    }
    propose.reset()
    key.current = crypto.randomUUID()
    setTried(written)
    await preview.mutateAsync({ body: proposal }).catch(() => {})
  }
  const exception = exceptionNumberOf(entered.about)
  const needed = (name: keyof Adjustment) => wrong.has(name) && <Trans>This is needed.</Trans>
  const accounts = form.accounts.map(({ id }) => id).join(', ')
  return (
    <div className="dk-grid-side dk-adjustment">
      <div className="dk-stack">
        <Panel
          title={<Trans>Proposal</Trans>}
          aside={
            <>
              <Trans>kind</Trans> <Mono>{proposal.kind}</Mono>
            </>
          }
        >
          <div className="dk-adjustment-fields" ref={fields}>
            <div className="dk-form-grid">
              <SelectField
                label={<Trans>Why, as the owner of a wallet reads it</Trans>}
                value={entered.words}
                onChange={set('words')}
                error={needed('words')}
                options={[
                  ...(entered.words === '' ? [{ value: '', text: t`Choose` }] : []),
                  ...form.reasons.map((reason) => ({ value: reason, text: adjustmentReasonNames[reason] ? i18n._(adjustmentReasonNames[reason]) : reason })),
                ]}
              />
              <TextField
                label={<Trans>About, the number of an exception</Trans>}
                aside={<Trans>optional</Trans>}
                inputMode="numeric"
                autoComplete="off"
                value={entered.about}
                maxLength={40}
                onChange={set('about')}
                error={wrong.has('about') && <Trans>Write the number of an exception, such as 2021.</Trans>}
              />
              <TextField
                label={<Trans>Debit, where value leaves</Trans>}
                autoComplete="off"
                value={entered.debit}
                maxLength={200}
                onChange={set('debit')}
                error={needed('debit')}
              />
              <TextField
                label={<Trans>Credit, where it arrives</Trans>}
                autoComplete="off"
                value={entered.credit}
                maxLength={200}
                onChange={set('credit')}
                error={wrong.has('credit') && (entered.credit === '' ? <Trans>This is needed.</Trans> : <Trans>This is the debit account.</Trans>)}
              />
              <CentsField label={t`Amount`} value={entered.amount} onChange={set('amount')} isWrong={wrong.has('amount')} />
              <TextField label={<Trans>Counts from</Trans>} value={t`when approved`} isReadOnly onChange={() => {}} />
            </div>
            <p className="dk-sub">
              <Trans>
                The company’s accounts: {accounts}. A wallet is asset: and its id. Counters, tokens, requests and sends on their way take no adjustment.
              </Trans>
            </p>
            <TextAreaField
              rows={2}
              maxLength={2000}
              label={<Trans>What happened, in your words</Trans>}
              value={entered.note}
              onChange={set('note')}
              error={wrong.has('note') && <Trans>Say why, in at least 3 characters.</Trans>}
            />
            <TextField
              label={<Trans>Evidence</Trans>}
              hint={<Trans>The letter, ticket or call that proves it.</Trans>}
              maxLength={200}
              value={entered.evidence}
              onChange={set('evidence')}
              error={wrong.has('evidence') && <Trans>Name the letter, ticket or call.</Trans>}
            />
            {error && <Refusal error={error} title={<Trans>Refused</Trans>} />}
          </div>
        </Panel>
        {result && (
          <>
            <Panel isFlush title={<Trans>What will be posted</Trans>}>
              <PostedTable movements={result.movements} />
              <p className="dk-sub dk-fields-block">
                <Trans>One posting of kind adjustment, with two entries that sum to zero.</Trans>
                {exception !== undefined && (
                  <>
                    {' '}
                    <Trans>It is about exception {exception}, which it closes.</Trans>
                  </>
                )}
              </p>
            </Panel>
            <Panel isFlush title={<Trans>Before and after</Trans>} aside={<Trans>tried against the books, then rolled back</Trans>}>
              <BalancesTable movements={result.movements} limits={result.limits} />
            </Panel>
          </>
        )}
      </div>
      <div className="dk-stack">
        <Panel tone="lilac" title={<Trans>Second person</Trans>}>
          <Agreement form={form} amount={entered.amount} needs={result?.needs} />
          <div className="dk-buttons">
            {result ? (
              <Button
                full
                variant="filled"
                busy={propose.isPending}
                busyLabel={t`Sending`}
                needsSignal={false}
                isDisabled={!canAct}
                onPress={() => propose.mutate({ body: { ...proposal, key: key.current } })}
              >
                {sum === undefined ? <Trans>Propose it</Trans> : <Trans>Propose {sum}</Trans>}
              </Button>
            ) : (
              <Button
                full
                variant="filled"
                busy={preview.isPending}
                busyLabel={t`Trying`}
                needsSignal={false}
                isDisabled={!canAct}
                onPress={() => void tryIt()}
              >
                <Trans>See what happens</Trans>
              </Button>
            )}
          </div>
          <p className="dk-sub dk-adjustment-after">
            <Trans>Nothing is posted now. The proposal ends in 24 hours.</Trans>
          </p>
        </Panel>
        {result && (
          <Panel title={<Trans>After it, still true</Trans>}>
            <BooksChecks preview={result} />
          </Panel>
        )}
      </div>
    </div>
  )
}
