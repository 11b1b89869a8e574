import { Trans, useLingui } from '@lingui/react/macro'
import { getShownName, type ShownName, updateShownName } from '@nikau/contract/payees'
import {
  Avatar,
  Button,
  Card,
  EyeOffIcon,
  Header,
  Icon,
  initials,
  ListSkeleton,
  Notice,
  Page,
  PageBody,
  PageFooter,
  Switch,
  TextField,
  Title,
  useSkeleton,
} from '@nikau/ui'
import { useState } from 'react'
import { CallProblem } from '../../lib/CallProblem.tsx'
import { LoadFailed } from '../../lib/LoadFailed.tsx'
import { toAsyncData } from '../../lib/async-data.ts'
import { useScreen } from '../../lib/current-screen.ts'
import { queryClient, useEndpointMutation, useEndpointQuery } from '../../lib/endpoint-hooks.ts'
import { toast } from '../../lib/toasts.ts'

/** The name that strangers read when they send to the person, or that they read none. */
export function ShownNameScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const query = useEndpointQuery(getShownName, {})
  const shown = toAsyncData(query.data, query)
  const skeleton = useSkeleton(shown.data === undefined && !shown.failed)
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} title={<Trans>Safety</Trans>} />
      {shown.data ? (
        <ShownNameForm shown={shown.data} />
      ) : (
        <PageBody tight>
          <Heading />
          <div className="pt-5">
            {shown.failed ? (
              <LoadFailed source={shown}>
                <Trans>We couldn’t load what others see of you</Trans>
              </LoadFailed>
            ) : (
              <div aria-busy="true">{skeleton && <ListSkeleton rows={1} />}</div>
            )}
          </div>
        </PageBody>
      )}
    </Page>
  )
}

function Heading() {
  return (
    <Title lede={<Trans>What people read when they send to your number or email for the first time.</Trans>}>
      <Trans>What others see of you</Trans>
    </Title>
  )
}

const nameMaxLength = 30

function ShownNameForm({ shown }: { shown: ShownName }) {
  const { t } = useLingui()
  const save = useEndpointMutation(updateShownName)
  const [chosen, setChosen] = useState(shown.chosen ?? '')
  const [visible, setVisible] = useState(shown.visible)
  const name = chosen.trim()
  const isSaved = visible === shown.visible && name === (shown.chosen ?? '')
  const submit = async () => {
    const saved = await save.mutateAsync({ body: { chosen: name === '' ? null : name, visible } }).catch(() => undefined) // shown above the button
    if (!saved) return
    queryClient.setQueriesData<ShownName>({ queryKey: [getShownName.method, getShownName.path] }, saved)
    toast({ text: t`Saved` })
  }
  return (
    <>
      <PageBody tight>
        <Heading />
        <div className="pt-5">
          <Preview name={name === '' && shown.chosen === undefined ? shown.name : name} visible={visible} />
        </div>
        <form id="shown-name" className="flex flex-col gap-5 pt-6" noValidate onSubmit={(event) => (event.preventDefault(), void submit())}>
          <Switch on={visible} onChange={setVisible} detail={<Trans>Off, they read the same as for a number that isn’t on Nikau.</Trans>}>
            <Trans>Show my name to strangers</Trans>
          </Switch>
          <TextField
            label={<Trans>Name</Trans>}
            hint={<Trans>Leave it empty for your first name and the first letter of your last name.</Trans>}
            value={chosen}
            onChange={setChosen}
            maxLength={nameMaxLength}
            autoComplete="nickname"
            isDisabled={!visible}
          />
        </form>
      </PageBody>
      <PageFooter>
        {save.isError && (
          <div className="pb-3">
            <Notice tone="negative" live="assertive" title={<Trans>Your choice wasn’t saved</Trans>}>
              <CallProblem error={save.error} />
            </Notice>
          </div>
        )}
        <Button full type="submit" form="shown-name" busy={save.isPending} busyLabel={t`Saving`} isDisabled={isSaved}>
          <Trans>Save</Trans>
        </Button>
      </PageFooter>
    </>
  )
}

/** As a stranger reads it. An empty name is the given name and an initial, which the server makes. */
function Preview({ name, visible }: { name: string; visible: boolean }) {
  return (
    <Card>
      <div className="flex items-center gap-3" aria-live="polite">
        <Avatar tone="plain">{visible ? name === '' ? <Icon name="user" /> : initials(name) : <EyeOffIcon />}</Avatar>
        <span className="min-w-0 text-head break-words">{visible ? name === '' ? <Trans>First name and initial</Trans> : name : <Trans>No name</Trans>}</span>
      </div>
    </Card>
  )
}
