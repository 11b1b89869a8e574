import { Trans, useLingui } from '@lingui/react/macro'
import { type CollectionKind, createCollection } from '@nikau/contract/collections'
import { pictureUrl } from '@nikau/contract/token-pictures'
import { calendarDate } from '@nikau/nz/nz-time'
import { Button, Checkbox, Notice, PortalColumns, PortalPage, Radio, RadioGroup, SelectField, TextField } from '@nikau/ui'
import { type SyntheticEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { businessPaths } from '../../lib/business-paths.ts'
import { useBusiness } from '../../lib/business.ts'
import type { CallError } from '../../lib/call-error.ts'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { useEndpointMutation } from '../../lib/endpoint-hooks.ts'
import { type Draft, endsOf, pictureOf, pictures, worthOf, type Wrong, wrongIn } from './draft.ts'
import { PictureField } from './PictureField.tsx'
import { Preview } from './Preview.tsx'
import { reloadTokens } from './reload.ts'
import { TokenPictureOf } from './texts.tsx'
import { useLastsOptions } from './useLastsOptions.ts'

/** Makes a collection, with the token beside the form as a customer holds it. */
export function NewTokenScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { accountId, isTest, shops: all } = useBusiness()
  const shops = all.filter(({ test }) => test === isTest)
  const [now] = useState(() => new Date())
  const [draft, setDraft] = useState<Draft>(() => ({
    kind: 'product',
    name: '',
    worth: '',
    lasts: '3-month',
    lastDay: '',
    firstDay: '',
    sku: '',
    item: '',
    shops: shops.map(({ id }) => id),
  }))
  const [isChecked, setChecked] = useState(false)
  const create = useEndpointMutation(createCollection)
  const lastsOptions = useLastsOptions()
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const wrong = wrongIn(draft, calendarDate(now), now)
  const problem = (of: Wrong, text: string) => (isChecked && wrong.has(of) ? text : undefined)
  // The law is told at once, not after the button.
  const giftError = wrong.has('gift-too-short') ? t`A gift card that is sold must last at least 3 years.` : undefined
  const worth = worthOf(draft)

  const save = async (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if (wrong.size > 0 || worth === undefined) return
    const { kind, name, firstDay, sku, item } = draft
    const items = kind === 'product' ? { items: [{ sku: sku.trim(), name: item.trim(), maxValue: worth }] } : {}
    const body = {
      accountId,
      liveness: isTest ? ('test' as const) : ('main' as const),
      kind,
      name: name.trim(),
      worth,
      ...pictureOf(draft),
      ...endsOf(draft),
      ...(firstDay !== '' && { firstDay }),
      redemptionConditions: draft.shops.map((merchantId) => ({ merchantId, ...items })),
    }
    const made = await create.mutateAsync({ body }).catch(() => undefined) // shown below
    if (!made) return
    reloadTokens()
    void navigate(businessPaths.token(made.id), { replace: true })
  }

  return (
    <PortalPage title={<Trans>New token</Trans>} back={{ href: businessPaths.tokens, label: <Trans>Tokens</Trans> }}>
      <PortalColumns aside={<Preview draft={draft} now={now} />}>
        <form className="n-portal-card grid gap-5" onSubmit={(event) => void save(event)} noValidate>
          <Kind kind={draft.kind} onChange={(kind) => change({ kind, lasts: kind === 'gift' ? '3-year' : draft.lasts })} />
          <TextField
            label={t`Name`}
            value={draft.name}
            onChange={(name) => change({ name })}
            maxLength={60}
            autoComplete="off"
            error={problem('name', t`Enter a name`) ?? problem('name-signs', t`Use letters, numbers and spaces, no web addresses`)}
          />
          <PictureField accountId={accountId} draft={draft} onChange={change} />
          <div className="grid gap-5 fold:grid-cols-2">
            <TextField
              label={draft.kind === 'product' ? t`Worth each` : draft.kind === 'gift' ? t`Worth each, for one item` : t`Up to, for one item`}
              prefix="$"
              inputMode="decimal"
              value={draft.worth}
              onChange={(text) => change({ worth: text })}
              autoComplete="off"
              error={problem('worth', t`Enter an amount up to $1,000`)}
            />
            <SelectField label={t`Lasts`} value={draft.lasts} onChange={(lasts) => change({ lasts })} options={lastsOptions} error={giftError} />
          </div>
          <div className="grid gap-5 fold:grid-cols-2">
            <TextField label={t`First day`} aside={t`optional`} type="date" value={draft.firstDay} onChange={(firstDay) => change({ firstDay })} />
            {draft.lasts === 'day' && (
              <TextField
                label={t`Last day`}
                type="date"
                value={draft.lastDay}
                onChange={(lastDay) => change({ lastDay })}
                error={problem('last-day', t`Choose a day from today on, after the first day`)}
              />
            )}
          </div>
          {draft.kind === 'product' && (
            <div className="grid gap-5 fold:grid-cols-2">
              <TextField
                label={t`Item`}
                value={draft.item}
                onChange={(item) => change({ item })}
                maxLength={80}
                autoComplete="off"
                error={problem('item', t`Enter the item and its code`)}
              />
              <TextField label={t`Item code at your till (SKU)`} value={draft.sku} onChange={(sku) => change({ sku })} maxLength={64} autoComplete="off" />
            </div>
          )}
          <fieldset className="grid gap-3">
            <legend className="n-label">
              <Trans>Where it can be used</Trans>
            </legend>
            {shops.map(({ id, name, location }) => (
              <Checkbox
                key={id}
                checked={draft.shops.includes(id)}
                onChange={(on) => change({ shops: on ? [...draft.shops, id] : draft.shops.filter((other) => other !== id) })}
              >
                {name}, {location?.suburb ?? location?.city ?? t`online`}
              </Checkbox>
            ))}
            {problem('shops', '') !== undefined && (
              <p className="n-error" role="alert">
                <Trans>Choose at least one shop</Trans>
              </p>
            )}
          </fieldset>
          {create.error && (
            <Notice tone="negative" live="assertive" level={3} title={<Trans>The token wasn’t made</Trans>}>
              <Problem error={create.error} />
            </Notice>
          )}
          <Button type="submit" full busy={create.isPending} busyLabel={t`Making the token`}>
            <Trans>Make the token</Trans>
          </Button>
        </form>
      </PortalColumns>
    </PortalPage>
  )
}

function Problem({ error }: { error: CallError }) {
  if (error.code === 'GIFT_EXPIRY_TOO_SHORT') return <Trans>A gift card that is sold must last at least 3 years.</Trans>
  if (error.code === 'NAME_NOT_ALLOWED')
    return <Trans>Your business is called like a public body or a bank. Contact us, and we check it before you give out tokens.</Trans>
  return <CallProblem error={error} />
}

function Kind({ kind, onChange }: { kind: CollectionKind; onChange: (kind: CollectionKind) => void }) {
  const { t } = useLingui()
  const options = [
    { value: 'product', name: t`Product, free`, detail: t`One of a thing you sell` },
    { value: 'discount', name: t`Discount, free`, detail: t`One item free up to an amount, used in one go` },
    { value: 'gift', name: t`Gift card, sold`, detail: t`Customers pay you for it. By law it lasts at least 3 years. Used in one go.` },
  ] as const
  return (
    <RadioGroup label={t`Kind`} value={kind} onChange={onChange}>
      {options.map(({ value, name, detail }) => (
        <Radio key={value} value={value} detail={detail} media={<TokenPictureOf img={pictureUrl(pictures[value])} />}>
          {name}
        </Radio>
      ))}
    </RadioGroup>
  )
}
