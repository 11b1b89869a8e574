import { Trans, useLingui } from '@lingui/react/macro'
import { flagNames } from '@nikau/contract/flags'
import { Button, Card, Header, Page, PageBody, PageFooter, Switch, Title } from '@nikau/ui'
import { useState } from 'react'
import { useFlags } from '../../lib/flags.ts'
import { clearLocalConfig, updateLocalConfig } from '../../lib/local-config.ts'
import { urlOf, paths } from '../../lib/paths.ts'
import { useScreen } from '../../lib/current-screen.ts'

/** Feature flags of this browser. The server does not know them. */
export function ConfigScreen() {
  const { t } = useLingui()
  const { back } = useScreen()
  const flags = useFlags()
  const [chosen, setChosen] = useState(flags)
  const apply = () => {
    updateLocalConfig(chosen)
    location.assign(urlOf(paths.home))
  }
  const reset = () => {
    clearLocalConfig()
    location.reload()
  }
  return (
    <Page>
      <Header backHref={back} backLabel={t`Back`} />
      <PageBody tight>
        <Title lede={<Trans>Feature flags for this browser only.</Trans>}>
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
