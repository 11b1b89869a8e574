import { Trans, useLingui } from '@lingui/react/macro'
import { longDate } from '@nikau/contract/nz-time'
import {
  Button,
  Dialog,
  EmptyState,
  Header,
  Icon,
  IconButton,
  KeyIcon,
  List,
  ListItem,
  ListSkeleton,
  Mark,
  Notice,
  Page,
  PageBody,
  Title,
  TrashIcon,
  useSkeleton,
} from '@nikau/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '../../lib/call.ts'
import { addPasskey, type Passkey, passkeysOf, removePasskey } from '../../lib/passkeys.ts'
import { paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'
import { signIn, useSession } from '../../lib/session.tsx'

/** The keys to the wallet: what opens it besides a code. */
export function SecurityScreen() {
  const { t } = useLingui()
  const { back } = usePlace()
  const { access_token: token } = useSession().user
  const passkeys = useQuery(passkeysOf(token))
  const [leaving, setLeaving] = useState<Passkey>()
  const refresh = () => passkeys.refetch()
  const add = useMutation({
    mutationFn: () => addPasskey(token),
    onSuccess: refresh,
    onError: (error) => {
      // A new key is cut only for someone who has just come in.
      if (error instanceof CallError && error.code === 'SIGN_IN_AGAIN') void signIn(paths.security, { prompt: 'login' })
    },
  })
  const remove = useMutation({
    mutationFn: (passkey: Passkey) => removePasskey(token, passkey.id),
    onSuccess: async () => {
      setLeaving(undefined)
      await refresh()
    },
  })
  const skeleton = useSkeleton(passkeys.isPending)

  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>A passkey logs you in with your fingerprint, face or screen lock. Nothing to wait for, nothing to give away.</Trans>}>
          <Trans>Security</Trans>
        </Title>
        <div className="flex flex-col gap-4 pt-6">
          {add.isError && !(add.error instanceof CallError && add.error.code === 'SIGN_IN_AGAIN') && (
            <Notice tone="warning" live="assertive" title={<Trans>No passkey was made</Trans>}>
              <Trans>You can try again. Your phone number and code work as before.</Trans>
            </Notice>
          )}
          {passkeys.isError ? (
            <Notice tone="negative" live="assertive" title={<Trans>We couldn’t load your passkeys</Trans>}>
              <Button variant="outlined" size="s" onPress={() => void refresh()}>
                <Trans>Try again</Trans>
              </Button>
            </Notice>
          ) : passkeys.isPending ? (
            <div aria-busy="true">{skeleton && <ListSkeleton rows={2} />}</div>
          ) : passkeys.data.length === 0 ? (
            <EmptyState drawing="lock" title={<Trans>No passkeys yet</Trans>}>
              <Trans>Add one on this device. It takes a few seconds.</Trans>
            </EmptyState>
          ) : (
            <List label={t`Passkeys`}>
              {passkeys.data.map((passkey) => (
                <ListItem
                  key={passkey.id}
                  media={
                    <Mark tone="plain">
                      <KeyIcon />
                    </Mark>
                  }
                  name={passkey.name}
                  detail={<Trans>Added {longDate(new Date(passkey.createdAt))}</Trans>}
                  amount={<IconButton label={t`Remove ${passkey.name}`} icon={<TrashIcon />} onPress={() => setLeaving(passkey)} />}
                />
              ))}
            </List>
          )}
          <Button full variant="tonal" icon={<Icon name="plus" />} busy={add.isPending} busyLabel={t`Waiting for your device`} onPress={() => add.mutate()}>
            <Trans>Add a passkey</Trans>
          </Button>
        </div>
      </PageBody>
      <Dialog
        isOpen={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={<Trans>Remove this passkey?</Trans>}
        actions={
          <>
            <Button full variant="destructive" busy={remove.isPending} busyLabel={t`Removing`} onPress={() => leaving && remove.mutate(leaving)}>
              <Trans>Remove</Trans>
            </Button>
            <Button full variant="quiet" onPress={() => setLeaving(undefined)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <Trans>{leaving?.name ?? ''} will no longer log you in. Your phone number and code still do.</Trans>
      </Dialog>
    </Page>
  )
}
