import { pages } from '@nikau/ui/showcase'
import { useParams } from 'react-router'
import { Frame, pageName } from './Frame.tsx'

/** One page of the component guide, showing variants and states. The route table only admits known names. */
export function ComponentScreen() {
  const { name = '' } = useParams()
  const shown = pages.find((page) => page.name === name)
  if (!shown) throw new Error(`the component guide has no page ${name}`)
  return (
    <Frame title={pageName(name)}>
      <shown.Page key={name} />
    </Frame>
  )
}
