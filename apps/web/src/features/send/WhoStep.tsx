import { Trans, useLingui } from '@lingui/react/macro'
import { displayOf } from '@nikau/contract/asset-display'
import type { Asset } from '@nikau/contract/assets'
import {
  Button,
  Header,
  Icon,
  IconButton,
  ListSkeleton,
  Page,
  PageBody,
  PageFooter,
  Party,
  PhoneField,
  TextField,
  TextLink,
  Title,
  useSkeleton,
  UsersIcon,
} from '@nikau/ui'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { AssetImage } from '../../lib/AssetImage.tsx'
import type { AsyncData } from '../../lib/async-data.ts'
import { deployed } from '../../lib/config.ts'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { useScreen } from '../../lib/current-screen.ts'
import { useFlags } from '../../lib/flags.ts'
import { paths } from '../../lib/paths.ts'
import { parseRecipient, type RecipientError } from '../../lib/recipient.ts'
import { canPickContact, pickContact } from './contacts.ts'
import { useDraft } from './draft.ts'
import { HeldSends, useHeldSends } from './HeldSends.tsx'
import { People } from './People.tsx'
import { usePayees } from './usePayees.ts'

/** Who to: a typed number, a contact of the phone, or someone sent to before. */
export function WhoStep({ asset }: { asset: Asset | undefined }) {
  const { t } = useLingui()
  const { back, bar } = useScreen()
  const navigate = useNavigate()
  const emails = useFlags().sendAssetsToEmailEnabled
  const { draft, change } = useDraft()
  const lists = useLists()
  const [error, setError] = useState<RecipientError>()
  const field = useRef<HTMLInputElement>(null)
  const proceed = () => {
    const recipient = parseRecipient(draft.recipientText, { emails })
    if ('error' in recipient) {
      setError(recipient.error)
      field.current?.focus()
      return
    }
    if (recipient.alias !== draft.alias) change({ alias: recipient.alias })
    void navigate(paths.sendStep('amount'))
  }
  const edit = (recipientText: string, name?: string) => {
    setError(undefined)
    // Grouping the digits does not make it someone else.
    const isRegrouped = recipientText.replaceAll(/\s/g, '') === draft.recipientText.replaceAll(/\s/g, '')
    change(isRegrouped ? { recipientText } : { recipientText, name })
  }
  const pick = async () => {
    const contact = await pickContact({ emails })
    if (contact) edit(contact.recipientText.replace(/^(?:\+64|0)\s*/, ''), contact.name)
  }
  const props = {
    ref: field,
    value: draft.recipientText,
    onChange: (text: string) => edit(text),
    error: error && <RecipientProblem error={error} />,
    autoComplete: 'off' as const,
    enterKeyHint: 'next' as const,
    end: canPickContact() && <IconButton label={t`Choose from your contacts`} icon={<UsersIcon />} onPress={() => void pick()} />,
  }
  return (
    <Page bar={bar}>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Send</Trans>} />
      <PageBody tight>
        <Title>
          <Trans>Who to?</Trans>
        </Title>
        {asset?.category === 'token' && (
          <div className="pt-4">
            <Party
              media={<AssetImage type={asset.type} asset={asset} />}
              name={displayOf(asset).paymentMethodTitle}
              end={
                <TextLink size="label" href={paths.sendAssetsSelect}>
                  <Trans>Change</Trans>
                </TextLink>
              }
            />
          </div>
        )}
        <form id="who" className="pt-5" noValidate onSubmit={(event) => (event.preventDefault(), proceed())}>
          {emails ? <TextField label={t`Phone number or email`} {...props} icon={<Icon name="user" />} /> : <PhoneField label={t`Phone number`} {...props} />}
        </form>
        <Lists {...lists} />
      </PageBody>
      {(draft.recipientText !== '' || lists.isEmpty) && (
        <PageFooter>
          <Button type="submit" form="who" full>
            <Trans>Continue</Trans>
          </Button>
        </PageFooter>
      )}
    </Page>
  )
}

/** What is below the field, where this deployment has it. It appears in one piece, so that nothing moves. */
function useLists() {
  const [payees, held] = [usePayees(), useHeldSends()]
  const isLoading = (list: AsyncData<unknown>, isOn: boolean) => isOn && list.data === undefined && !list.failed
  const isBusy = isLoading(payees, deployed.people.claim) || isLoading(held, deployed.people.guard)
  return { payees, held, isBusy, isEmpty: !isBusy && !payees.failed && !payees.data?.length && !held.data?.length }
}

function Lists({ payees, held, isBusy, isEmpty }: ReturnType<typeof useLists>) {
  const skeleton = useSkeleton(isBusy)
  if (isBusy) return <div aria-busy="true">{skeleton && <ListSkeleton rows={3} />}</div>
  if (isEmpty) return undefined
  return (
    <>
      {held.data !== undefined && held.data.length > 0 && <HeldSends held={held.data} />}
      {payees.data !== undefined && payees.data.length > 0 && <People payees={payees.data} />}
      {payees.failed && (
        <div className="pt-6">
          <LoadFailed source={payees}>
            <Trans>We couldn’t load the people you’ve sent to</Trans>
          </LoadFailed>
        </div>
      )}
    </>
  )
}

/** The texts are fixed by the requirements. */
function RecipientProblem({ error }: { error: RecipientError }) {
  if (error === 'not-numeric') return <Trans>Phone number must be numeric</Trans>
  if (error === 'too-long') return <Trans>Phone number cannot be more then ten digits</Trans>
  return error === 'not-an-email' ? <Trans>Email must be of valid form</Trans> : <Trans>This is not a valid NZ phone number</Trans>
}
