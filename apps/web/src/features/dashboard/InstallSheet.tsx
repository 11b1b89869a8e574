import { Trans, useLingui } from '@lingui/react/macro'
import { Bullets, Button, Dialog, Icon, LogoMark } from '@nikau/ui'
import type { ReactNode } from 'react'
import { showInstallPrompt } from '../../lib/install-prompt.ts'
import type { InstallSteps } from './install-steps.ts'

/** Offers to install the app: with the browser's own prompt, or with the steps of a browser that has none. */
export function InstallSheet({ steps, onClose }: { steps: InstallSteps | undefined; onClose: () => void }) {
  const install = () => {
    onClose()
    void showInstallPrompt()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      icon={<LogoMark />}
      tone="app"
      title={<Trans>Keep Nikau close</Trans>}
      actions={
        <>
          {steps === undefined && (
            <Button full onPress={install}>
              <Trans>Install</Trans>
            </Button>
          )}
          <Button full variant="outlined" onPress={onClose}>
            <Trans>Not now</Trans>
          </Button>
        </>
      }
    >
      {steps === undefined ? <Benefits /> : <Steps of={steps} />}
    </Dialog>
  )
}

function Benefits() {
  return (
    <>
      <p>
        <Trans>On your home screen</Trans>
      </p>
      <Bullets
        items={[
          { key: 'balance', icon: <Icon name="offline" size="s" />, text: <Trans>Shows your last balance with no signal</Trans> },
          { key: 'window', icon: <Icon name="expand" size="s" />, text: <Trans>One tap to open, in a window of its own</Trans> },
          { key: 'store', icon: <Icon name="lock" size="s" />, text: <Trans>Nothing to download from an app store</Trans> },
        ]}
      />
    </>
  )
}

function Steps({ of }: { of: InstallSteps }) {
  const { t } = useLingui()
  const { lead, rows } = stepsOf[of]
  return (
    <>
      <p>{lead}</p>
      <ol className="text-ink" aria-label={t`How to install`}>
        {rows.map(({ key, text, icon }, index) => (
          <li key={key} className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-center gap-3 border-line py-3 not-first:border-t">
            <span aria-hidden className="grid size-8 place-items-center rounded-full bg-sunken font-semibold">
              {index + 1}
            </span>
            <span>{text}</span>
            {icon}
          </li>
        ))}
      </ol>
    </>
  )
}

interface StepRow {
  key: string
  text: ReactNode
  icon: ReactNode
}

const addToHomeScreen: StepRow[] = [
  {
    key: 'choose',
    text: (
      <Trans>
        Choose <b>Add to Home Screen</b>
      </Trans>
    ),
    icon: <Icon name="plus" />,
  },
  {
    key: 'add',
    text: (
      <Trans>
        Tap <b>Add</b>
      </Trans>
    ),
    icon: <Icon name="check" />,
  },
]

/** With the names that each browser gives to its own menus. */
const stepsOf: Record<InstallSteps, { lead: ReactNode; rows: StepRow[] }> = {
  'safari-ios': {
    lead: <Trans>Three taps in Safari</Trans>,
    rows: [
      {
        key: 'share',
        text: (
          <Trans>
            Tap <b>Share</b> in the toolbar
          </Trans>
        ),
        icon: <Icon name="share" />,
      },
      ...addToHomeScreen,
    ],
  },
  'chrome-ios': {
    lead: <Trans>Three taps in Chrome</Trans>,
    rows: [
      {
        key: 'share',
        text: (
          <Trans>
            Tap <b>Share</b> beside the address
          </Trans>
        ),
        icon: <Icon name="share" />,
      },
      ...addToHomeScreen,
    ],
  },
  'firefox-android': {
    lead: <Trans>Three taps in Firefox</Trans>,
    rows: [
      {
        key: 'menu',
        text: (
          <Trans>
            Tap the <b>menu</b> beside the address
          </Trans>
        ),
        icon: <Icon name="menu" />,
      },
      ...addToHomeScreen,
    ],
  },
  'safari-mac': {
    lead: <Trans>Three clicks in Safari</Trans>,
    rows: [
      {
        key: 'menu',
        text: (
          <Trans>
            Open the <b>File</b> menu
          </Trans>
        ),
        icon: <Icon name="menu" />,
      },
      {
        key: 'choose',
        text: (
          <Trans>
            Choose <b>Add to Dock</b>
          </Trans>
        ),
        icon: <Icon name="plus" />,
      },
      {
        key: 'add',
        text: (
          <Trans>
            Click <b>Add</b>
          </Trans>
        ),
        icon: <Icon name="check" />,
      },
    ],
  },
}
