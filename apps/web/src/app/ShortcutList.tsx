import { Trans } from '@lingui/react/macro'
import { Button, Dialog, Switch } from '@nikau/ui'
import type { ReactNode } from 'react'
import { updateLocalConfig } from '../lib/local-config.ts'

/** The keys and what they open, with a switch: a person who speaks to the computer can set them off by accident. */
export function ShortcutList({ isEnabled, onClose }: { isEnabled: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={<Trans>Keyboard shortcuts</Trans>}
      actions={
        <Button full onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-3 pb-4 text-start">
        <Shortcut keys="/">
          <Trans>Search activity, or the shops on their screen</Trans>
        </Shortcut>
        <Shortcut keys="P">
          <Trans>Pay: scan a code or show your barcode</Trans>
        </Shortcut>
        <Shortcut keys="?">
          <Trans>This list</Trans>
        </Shortcut>
      </dl>
      <div className="text-start">
        <Switch
          on={isEnabled}
          onChange={(on) => updateLocalConfig({ shortcutsOff: on ? undefined : true })}
          detail={<Trans>They never work while you type, and never move money.</Trans>}
        >
          <Trans>Use shortcuts</Trans>
        </Switch>
      </div>
    </Dialog>
  )
}

function Shortcut({ keys, children }: { keys: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <kbd className="n-key">{keys}</kbd>
      </dt>
      <dd className="text-ink">{children}</dd>
    </>
  )
}
