import { Trans, useLingui } from '@lingui/react/macro'
import type { Asset } from '@nikau/contract/assets'
import { isMobileAlias } from '@nikau/contract/recipient-alias'
import { Bullets, Button, Card, Figure, Header, Icon, LinkButton, Page, PageBody, PageFooter, Party, Receipt, ReceiptRow, TextField, Title } from '@nikau/ui'
import { useNavigate } from 'react-router'
import { deployed } from '../../lib/config.ts'
import { paths } from '../../lib/paths.ts'
import { formatAlias } from '../../lib/recipient.ts'
import { useReturnDay } from './useReturnDay.ts'
import { useDraft } from './draft.ts'
import { RecipientAvatar } from './RecipientParty.tsx'
import { stepAfterFirstTime } from './useRecipientCheck.ts'

/** On the first send the number itself is the largest thing on the screen, because that is what people get wrong. */
export function FirstTimeStep({ alias }: { asset: Asset; alias: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { draft } = useDraft()
  const name = draft.check?.name
  const isNumber = isMobileAlias(alias)
  const confirm = () => void navigate(paths.sendStep(stepAfterFirstTime(draft.check ?? { brake: 'confirm' })))
  return (
    <Page>
      <Header backHref={paths.sendStep('amount')} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      <PageBody tight>
        <p className="text-label text-ink-2">
          <Trans>First time you send to</Trans>
        </p>
        <div className="pt-1 pb-8">
          <Figure>{formatAlias(alias)}</Figure>
        </div>
        {name === undefined ? <NotOnNikau isNumber={isNumber} /> : <GoesBy name={name} isNumber={isNumber} />}
      </PageBody>
      <PageFooter>
        <Button full onPress={confirm}>
          {name !== undefined ? (
            <Trans>Yes, that’s {name}</Trans>
          ) : isNumber ? (
            <Trans>Yes, the number is right</Trans>
          ) : (
            <Trans>Yes, the address is right</Trans>
          )}
        </Button>
        <LinkButton variant="outlined" full href={paths.send}>
          {isNumber ? <Trans>No, change the number</Trans> : <Trans>No, change the address</Trans>}
        </LinkButton>
      </PageFooter>
    </Page>
  )
}

function GoesBy({ name, isNumber }: { name: string; isNumber: boolean }) {
  return (
    <>
      <Title lede={isNumber ? <Trans>Whoever holds this number goes by:</Trans> : <Trans>Whoever holds this address goes by:</Trans>}>
        <Trans>Is this who you mean?</Trans>
      </Title>
      <div className="py-4">
        <Card>
          <Party size="l" media={<RecipientAvatar name={name} size="l" />} name={name} />
        </Card>
      </div>
      <Bullets
        items={[
          { key: 'chosen', icon: <Icon name="eye" size="s" />, text: <Trans>A name is what they chose. It is not proof of who they are.</Trans> },
          { key: 'call', icon: <Icon name="phone" size="s" />, text: <Trans>Not sure? Call them on a number you already have.</Trans> },
        ]}
      />
    </>
  )
}

function NotOnNikau({ isNumber }: { isNumber: boolean }) {
  const { t } = useLingui()
  const { draft, note } = useDraft()
  const returnDay = useReturnDay()
  return (
    <>
      <Title
        lede={
          isNumber ? (
            <Trans>We can’t check a name for this number, so read the digits once more.</Trans>
          ) : (
            <Trans>We can’t check a name for this address, so read it once more.</Trans>
          )
        }
      >
        <Trans>Not on Nikau yet</Trans>
      </Title>
      <div className="py-4">
        <Card>
          <Receipt>
            <ReceiptRow name={<Trans>They get</Trans>}>{isNumber ? <Trans>A text with a link</Trans> : <Trans>An email with a link</Trans>}</ReceiptRow>
            <ReceiptRow name={<Trans>Who can claim</Trans>}>{isNumber ? <Trans>Only this number</Trans> : <Trans>Only this address</Trans>}</ReceiptRow>
            {deployed.people.claim && (
              <ReceiptRow name={<Trans>You can recall it</Trans>}>
                <Trans>Until it’s claimed</Trans>
              </ReceiptRow>
            )}
            <ReceiptRow name={<Trans>Comes back by itself</Trans>}>{returnDay}</ReceiptRow>
          </Receipt>
        </Card>
      </div>
      {deployed.people.claim && (
        <TextField
          label={t`What do you call them?`}
          hint={t`Only you see this name.`}
          value={draft.calledName}
          onChange={(calledName) => note({ calledName })}
          maxLength={50}
          autoComplete="off"
        />
      )}
    </>
  )
}
