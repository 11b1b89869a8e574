import { Trans, useLingui } from '@lingui/react/macro'
import type { ExceptionDetail, OfferedAct } from '@nikau/contract/desk/exceptions'
import { Anchor, Button, Icon } from '@nikau/ui'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { actName } from '../../lib/act-names.ts'
import { useRoleList } from '../../lib/useRoleList.ts'
import { DeskIcon } from '../../parts/DeskIcon.tsx'
import { Panel } from '../../parts/Panel.tsx'
import { ActForm } from './ActForm.tsx'
import { actTexts, moneyTexts } from './texts.ts'

/** What resolves this kind and nothing else, the safest first. A form opens in its place; the address may name the one that is open at first. */
export function Acts({ exception }: { exception: ExceptionDetail }) {
  const [search] = useSearchParams()
  const [open, setOpen] = useState(() => exception.acts.find(({ act, may }) => may && act === search.get('act'))?.act)
  const acts = exception.acts.filter(({ act }) => act in actTexts)
  const { standing } = exception
  return (
    <Panel
      isFlush
      title={<Trans>What you can do</Trans>}
      footer={
        <p className="dk-sub dk-with-lock">
          <Icon name="lock" size="xs" />
          <Trans>Nobody can change a statement line, an order or a wallet from here. Every act is a new movement, a note or a decision.</Trans>
        </p>
      }
    >
      {standing.kind === 'second-person' && standing.proposalId !== undefined && (
        <p className="dk-panel-body">
          <Anchor className="n-link" href={`/approvals/${encodeURIComponent(standing.proposalId)}`}>
            <Trans>A proposal waits for a second person</Trans>
          </Anchor>
        </p>
      )}
      {acts.length === 0 ? (
        <p className="dk-panel-body dk-ink-2">{exception.closedAt ? <Trans>It is closed.</Trans> : <Trans>Nothing: it closes by itself.</Trans>}</p>
      ) : (
        <ol className="dk-acts">
          {acts.map((act) => (
            <li key={act.act}>
              <Act act={act} isOpen={open === act.act} onOpen={() => setOpen(open === act.act ? undefined : act.act)} />
              {open === act.act && <ActForm exception={exception} act={act} onEnd={() => setOpen(undefined)} />}
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Act({ act: { act, may, money, needs }, isOpen, onOpen }: { act: OfferedAct; isOpen: boolean; onOpen: () => void }) {
  const { i18n } = useLingui()
  const roleList = useRoleList()
  const texts = actTexts[act]!
  const name = i18n._(actName(act))
  const isAlone = needs.length === 0
  const who = needs.map((roles) => roleList(roles)).join(', ')
  return (
    <div className="dk-act">
      <Icon name={texts.icon} size="s" />
      <div>
        <h3>{act === 'close-exception' ? <Trans>Close with a note</Trans> : name}</h3>
        <p className="dk-sub">
          {i18n._(texts.text)} {i18n._(moneyTexts[money])}{' '}
          {isAlone ? (
            <Trans>Nobody else has to agree.</Trans>
          ) : needs.length > 1 ? (
            <Trans>These have to agree, in order: {who}.</Trans>
          ) : (
            <Trans>A second person has to agree: {who}.</Trans>
          )}
        </p>
      </div>
      {may ? (
        <Button
          size="s"
          variant="outlined"
          needsSignal={false}
          aria-expanded={isOpen}
          icon={isAlone || isOpen ? undefined : <DeskIcon name="eyes" size="s" />}
          onPress={onOpen}
        >
          {isOpen ? <Trans>Cancel</Trans> : isAlone ? act === 'close-exception' ? <Trans>Close</Trans> : <Trans>Do it</Trans> : <Trans>Propose</Trans>}
          <span className="n-hidden">: {name}</span>
        </Button>
      ) : (
        <span className="dk-sub dk-with-lock">
          <Icon name="lock" size="xs" />
          <Trans>not in your role</Trans>
        </span>
      )}
    </div>
  )
}
