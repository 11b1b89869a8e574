import { Trans, useLingui } from '@lingui/react/macro'
import { longDate } from '@nikau/nz/nz-time'
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
  Avatar,
  Notice,
  Page,
  PageBody,
  Title,
  TrashIcon,
  useSkeleton,
} from '@nikau/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { withoutCancellation } from '../../lib/endpoint-hooks.ts'
import { addPasskey, type Passkey, passkeysQuery, removePasskey } from '../../lib/passkeys.ts'
import { useScreen, useScreenPath } from '../../lib/current-screen.ts'

/** Lists, adds and removes passkeys. */
export function PasskeysScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const safety = useScreenPath('safety')
  const passkeys = useQuery(passkeysQuery)
  const [passkeyToRemove, setPasskeyToRemove] = useState<Passkey>()
  const refresh = () => passkeys.refetch()
  const add = withoutCancellation(useMutation({ mutationKey: ['POST', '/passkeys'], mutationFn: addPasskey, onSuccess: refresh }))
  const remove = withoutCancellation(
    useMutation({
      mutationKey: ['DELETE', '/passkeys/:id'],
      mutationFn: (passkey: Passkey) => removePasskey(passkey.id),
      onSuccess: async () => {
        setPasskeyToRemove(undefined)
        await refresh()
      },
    }),
  )
  const skeleton = useSkeleton(passkeys.isPending)

  return (
    <Page>
      <Header backHref={safety ?? back} backLabel={t`Back`} title={safety && <Trans>Safety</Trans>} />
      <PageBody tight>
        <Title lede={<Trans>A passkey signs you in with your fingerprint, face or screen lock. No codes to wait for or share.</Trans>}>
          <Trans>Passkeys</Trans>
        </Title>
        <div className="flex flex-col gap-4 pt-6">
          {add.isError && (
            <Notice tone="warning" live="assertive" title={<Trans>We couldn’t create a passkey</Trans>}>
              <Trans>You can try again. Your mobile number and code still work.</Trans>
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
                    <Avatar tone="plain">
                      <KeyIcon />
                    </Avatar>
                  }
                  name={passkey.name}
                  detail={<Trans>Added {longDate(new Date(passkey.createdAt))}</Trans>}
                  amount={<IconButton label={t`Remove ${passkey.name}`} icon={<TrashIcon />} onPress={() => setPasskeyToRemove(passkey)} />}
                />
              ))}
            </List>
          )}
          {!passkeys.isPending && (
            <Button full variant="tonal" icon={<Icon name="plus" />} busy={add.isPending} busyLabel={t`Waiting for your device`} onPress={() => add.mutate()}>
              <Trans>Add a passkey</Trans>
            </Button>
          )}
        </div>
      </PageBody>
      <Dialog
        isOpen={passkeyToRemove !== undefined}
        onClose={() => setPasskeyToRemove(undefined)}
        title={<Trans>Remove this passkey?</Trans>}
        actions={
          <>
            <Button
              full
              variant="destructive"
              busy={remove.isPending}
              busyLabel={t`Removing`}
              onPress={() => passkeyToRemove && remove.mutate(passkeyToRemove)}
            >
              <Trans>Remove</Trans>
            </Button>
            <Button full variant="quiet" onPress={() => setPasskeyToRemove(undefined)}>
              <Trans>Keep it</Trans>
            </Button>
          </>
        }
      >
        <Trans>{passkeyToRemove?.name ?? ''} will no longer sign you in. Your mobile number and code still will.</Trans>
      </Dialog>
    </Page>
  )
}
