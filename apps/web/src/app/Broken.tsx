import { Trans } from '@lingui/react/macro'
import { Button, EmptyState, Page, PageBody } from '@nikau/ui'
import { Component, type ReactNode } from 'react'
import { ChunkLoadError } from '../lib/lazy-screen.ts'
import { reporting } from '../lib/reporting.ts'

interface Props {
  children: ReactNode
  /** A change of it, for instance of the path, tries again. */
  at: string
}

/** Stands in for whatever could not be drawn, so that a page is never blank. React offers this to classes only. */
export class UntilBroken extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch(error: unknown) {
    // A load that failed was reported where it failed.
    if (!(error instanceof ChunkLoadError)) reporting.fault('uncaughtError', error)
  }

  override componentDidUpdate(before: Props) {
    // oxlint-disable-next-line react/no-did-update-set-state -- a new place is a new try; it ends by itself
    if (this.state.broken && before.at !== this.props.at) this.setState({ broken: false })
  }

  override render() {
    return this.state.broken ? <Broken /> : this.props.children
  }
}

function Broken() {
  return (
    <Page>
      <PageBody>
        <div className="pt-16" role="alert">
          <EmptyState
            drawing="frond"
            level={1}
            title={<Trans>Something Went Wrong</Trans>}
            action={
              <Button size="s" onPress={() => location.reload()}>
                <Trans>Refresh</Trans>
              </Button>
            }
          >
            <Trans>It looks like something went wrong. Please try again.</Trans>
          </EmptyState>
        </div>
      </PageBody>
    </Page>
  )
}
