import { Trans } from '@lingui/react/macro'
import { Button, EmptyState, Page, PageBody } from '@nikau/ui'
import { Component, type ReactNode } from 'react'
import { ChunkLoadError } from '../lib/lazy-screen.ts'
import { reporting } from '../lib/reporting.ts'

interface Props {
  children: ReactNode
  /** Renders the children again when it changes. */
  resetKey: string
  /** Lies over the page: without signal the page stays, and it does not appear. */
  isOverlay?: boolean
}

/** Shows an error screen instead of a blank page. React supports error boundaries in classes only. */
export class ErrorBoundary extends Component<Props, { failed: boolean; isWithoutSignal?: boolean }> {
  override state = { failed: false, isWithoutSignal: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: true, isWithoutSignal: error instanceof ChunkLoadError && !navigator.onLine }
  }

  override componentDidMount() {
    addEventListener('online', this.startAgain)
  }

  override componentWillUnmount() {
    removeEventListener('online', this.startAgain)
  }

  /** A browser does not fetch a module again that it could not fetch once, so the page starts again. There is nothing on it to lose. */
  startAgain = () => {
    if (this.state.isWithoutSignal && !this.props.isOverlay) location.reload()
  }

  override componentDidCatch(error: unknown) {
    // Failed loads are reported by lazy-screen.ts.
    if (!(error instanceof ChunkLoadError)) reporting.error('uncaughtError', error)
  }

  override componentDidUpdate(before: Props) {
    // oxlint-disable-next-line react/no-did-update-set-state -- runs once per change of the key
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false, isWithoutSignal: false })
  }

  override render() {
    if (this.state.isWithoutSignal && this.props.isOverlay) return null
    return this.state.failed ? <ErrorScreen isWithoutSignal={this.state.isWithoutSignal} /> : this.props.children
  }
}

/** A screen that was never opened here is not on the device: without signal that is no error, and it opens by itself later. */
function ErrorScreen({ isWithoutSignal }: { isWithoutSignal: boolean }) {
  return (
    <Page>
      <PageBody>
        <div className="pt-16" role={isWithoutSignal ? 'status' : 'alert'}>
          <EmptyState
            drawing="frond"
            level={1}
            title={isWithoutSignal ? <Trans>No signal</Trans> : <Trans>Something Went Wrong</Trans>}
            action={
              isWithoutSignal ? undefined : (
                <Button size="s" onPress={() => location.reload()}>
                  <Trans>Refresh</Trans>
                </Button>
              )
            }
          >
            {isWithoutSignal ? <Trans>This page opens by itself when it’s back.</Trans> : <Trans>It looks like something went wrong. Please try again.</Trans>}
          </EmptyState>
        </div>
      </PageBody>
    </Page>
  )
}
