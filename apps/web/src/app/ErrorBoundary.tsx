import { Trans } from '@lingui/react/macro'
import { Button, EmptyState, Page, PageBody } from '@nikau/ui'
import { Component, type ReactNode } from 'react'
import { ChunkLoadError } from '../lib/lazy-screen.ts'
import { reporting } from '../lib/reporting.ts'

interface Props {
  children: ReactNode
  /** Renders the children again when it changes. */
  resetKey: string
}

/** Shows an error screen instead of a blank page. React supports error boundaries in classes only. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    // Failed loads are reported by lazy-screen.ts.
    if (!(error instanceof ChunkLoadError)) reporting.error('uncaughtError', error)
  }

  override componentDidUpdate(before: Props) {
    // oxlint-disable-next-line react/no-did-update-set-state -- runs once per change of the key
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false })
  }

  override render() {
    return this.state.failed ? <ErrorScreen /> : this.props.children
  }
}

function ErrorScreen() {
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
