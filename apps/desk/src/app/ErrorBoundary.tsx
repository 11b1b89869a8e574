import { Trans } from '@lingui/react/macro'
import { Button, EmptyState } from '@nikau/ui'
import { Component, type ReactNode } from 'react'

/** Shows why a screen is missing instead of a blank page. React supports error boundaries in classes only. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          drawing="frond"
          level={1}
          title={<Trans>This screen failed</Trans>}
          action={
            <Button size="s" onPress={() => location.reload()}>
              <Trans>Load the page again</Trans>
            </Button>
          }
        >
          <Trans>Nothing was done. If it happens again, tell engineering the time and the address.</Trans>
        </EmptyState>
      </div>
    )
  }
}
