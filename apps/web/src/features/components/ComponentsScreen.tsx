import { Trans, useLingui } from '@lingui/react/macro'
import { List, ListItem } from '@nikau/ui'
import { componentPages, paths } from '../../lib/paths.ts'
import { Frame, pageName } from './Frame.tsx'

/** The component guide's index. */
export function ComponentsScreen() {
  const { t } = useLingui()
  return (
    <Frame title={<Trans>Components</Trans>}>
      <List label={t`Components`}>
        {componentPages.map((name) => (
          <ListItem key={name} href={paths.component(name)} name={pageName(name)} chevron />
        ))}
      </List>
    </Frame>
  )
}
