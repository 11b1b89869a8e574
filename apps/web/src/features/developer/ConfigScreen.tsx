import { Trans, useLingui } from '@lingui/react/macro'
import { flagNames } from '@nikau/contract/flags'
import { Button, Card, Header, Page, PageBody, PageFooter, Switch, Title } from '@nikau/ui'
import { useState } from 'react'
import { useFlags } from '../../lib/flags.ts'
import { forgetLocalConfig, rememberLocally } from '../../lib/local-config.ts'
import { addressOf, paths } from '../../lib/paths.ts'
import { usePlace } from '../../lib/screen.ts'

/** Feature flags of this browser. They change what is shown here and nothing else: the server knows nothing of them. */
export function ConfigScreen() {
  const { t } = useLingui()
  const { back } = usePlace()
  const flags = useFlags()
  const [chosen, setChosen] = useState(flags)
  const apply = () => {
    rememberLocally(chosen)
    location.assign(addressOf(paths.home))
  }
  const reset = () => {
    forgetLocalConfig()
    location.reload()
  }
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>What this browser shows. Nobody else sees a change.</Trans>}>
          <Trans>Configs</Trans>
        </Title>
        <div className="pt-6">
          <Card>
            {flagNames.map((name) => (
              <Switch key={name} on={chosen[name]} onChange={(on) => setChosen({ ...chosen, [name]: on })}>
                {name}
              </Switch>
            ))}
          </Card>
        </div>
      </PageBody>
      <PageFooter>
        <Button full onPress={apply}>
          <Trans>Apply</Trans>
        </Button>
        <Button full variant="quiet" onPress={reset}>
          <Trans>Reset</Trans>
        </Button>
      </PageFooter>
    </Page>
  )
}
