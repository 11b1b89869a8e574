import { useMemo, useState } from 'react'
import {
  BottomBar,
  Button,
  createToasts,
  Dialog,
  Drawer,
  Header,
  Icon,
  IconLink,
  Logo,
  MenuLink,
  Money,
  Notice,
  OfflineBanner,
  Rail,
  Sheet,
  showToast,
  SplitAmounts,
  TestBanner,
  ToastRegion,
  type IconName,
} from '../index.ts'
import { Flow, Specimen, Specimens } from './Specimens.tsx'

const railItems: [string, IconName][] = [
  ['Home', 'home'],
  ['Pay', 'pay'],
  ['Send', 'send'],
  ['Bank Accounts', 'bank'],
]

export function BarsPage() {
  const [open, setOpen] = useState<'sheet' | 'dialog' | 'drawer'>()
  const [dismissed, setDismissed] = useState(false)
  const [menu, setMenu] = useState(false)
  const toasts = useMemo(() => createToasts(), [])
  const close = () => setOpen(undefined)
  return (
    <>
      <Specimens title="Above everything">
        <Specimen name="Test mode">
          <div className="n-frame">
            <TestBanner word="TEST">No real money moves</TestBanner>
          </div>
        </Specimen>
        <Specimen name="Offline">
          <div className="n-frame">
            <OfflineBanner>You're offline. Showing what we had at 4:02 pm.</OfflineBanner>
          </div>
        </Specimen>
        <Specimen name="Header">
          <div className="n-frame">
            <Header backHref="#back" backLabel="Back" title="Activity" end={<IconLink href="#export" label="Export" icon={<Icon name="download" />} />} />
          </div>
        </Specimen>
      </Specimens>
      <Specimens title="Navigation">
        <Specimen name="Bottom bar">
          <div className="n-frame">
            <BottomBar
              label="Sample of the main bar"
              items={[
                { key: 'home', href: '#home', label: 'Home', icon: <Icon name="home" />, current: true },
                { key: 'send', href: '#send', label: 'Send', icon: <Icon name="send" /> },
                { key: 'pay', href: '#pay', label: 'Pay', icon: <Icon name="pay" />, raised: true },
                { key: 'topup', href: '#topup', label: 'Top up', icon: <Icon name="top-up" /> },
                { key: 'menu', label: 'Menu', icon: <Icon name="menu" />, expanded: menu, onPress: () => setMenu(!menu) },
              ]}
            />
          </div>
        </Specimen>
        <Specimen name="With three of five">
          <div className="n-frame">
            <BottomBar
              label="Sample of a short bar"
              items={[
                { key: 'home', href: '#home', label: 'Home', icon: <Icon name="home" /> },
                { key: 'pay', href: '#pay', label: 'Pay', icon: <Icon name="pay" />, raised: true, current: true },
                { key: 'menu', label: 'Menu', icon: <Icon name="menu" />, expanded: false, onPress: () => undefined },
              ]}
            />
          </div>
        </Specimen>
        <Specimen name="Rail, from 1024 px">
          <div className="n-frame">
            <Rail
              label="Sample of the rail"
              logo={<Logo label="Nikau" />}
              items={railItems.map(([label, icon], index) => ({ key: label, href: `#${icon}`, label, icon: <Icon name={icon} />, current: index === 0 }))}
              end={[{ key: 'logout', label: 'Logout', icon: <Icon name="log-out" />, onPress: () => undefined }]}
            />
          </div>
        </Specimen>
      </Specimens>
      <Specimens title="Notices">
        <Specimen name="Asks">
          {dismissed ? (
            <Button size="s" variant="tonal" onPress={() => setDismissed(false)}>
              Bring it back
            </Button>
          ) : (
            <Notice icon={<Icon name="bank" />} title="Verify Linked Bank" href="#verify" onDismiss={() => setDismissed(true)} dismissLabel="Dismiss" level={3}>
              Enter the 4-digit code from ASB.
            </Notice>
          )}
        </Specimen>
        <Specimen name="Informs">
          <Notice tone="info" title="We're checking" level={3}>
            The bank has not answered yet. You can leave this page.
          </Notice>
        </Specimen>
        <Specimen name="Confirms">
          <Notice tone="positive" title="Bank verified" level={3}>
            Top-ups now arrive without a hold.
          </Notice>
        </Specimen>
        <Specimen name="Failed">
          <Notice tone="negative" title="Something went wrong" level={3}>
            You have not been charged. NK 7F3C 91B2
          </Notice>
        </Specimen>
      </Specimens>
      <Specimens title="Over the page">
        <Specimen name="Press to open">
          <Flow>
            <Button size="s" variant="tonal" onPress={() => setOpen('dialog')}>
              Dialog
            </Button>
            <Button size="s" variant="tonal" onPress={() => setOpen('sheet')}>
              Sheet
            </Button>
            <Button size="s" variant="tonal" onPress={() => setOpen('drawer')}>
              Drawer
            </Button>
            <Button size="s" variant="tonal" onPress={() => showToast(toasts, { text: 'Reference copied' })}>
              Toast
            </Button>
          </Flow>
        </Specimen>
      </Specimens>
      <Dialog
        isOpen={open === 'dialog'}
        onClose={close}
        icon={<Icon name="warning" />}
        tone="warning"
        title="Partial Payment"
        assurance="You have not been charged."
        actions={
          <>
            <Button full onPress={close}>
              Continue
            </Button>
            <Button full variant="outlined" onPress={close}>
              Cancel
            </Button>
          </>
        }
        reference="Reference NK 7F3C 91B2"
      >
        <p>An extra payment of $3.60 is required to complete this order.</p>
        <SplitAmounts
          parts={[
            { label: 'You pay now', money: <Money size="m" text="$12.40" spoken="12 dollars 40" /> },
            { label: 'Still to pay', money: <Money size="m" text="$3.60" spoken="3 dollars 60" /> },
          ]}
        />
      </Dialog>
      <Sheet
        isOpen={open === 'sheet'}
        onClose={close}
        title="How it works"
        closeLabel="Close"
        actions={
          <Button full onPress={close}>
            Done
          </Button>
        }
      >
        <p>Pull it down, press outside, press Esc or use the cross: all of them close it.</p>
      </Sheet>
      <Drawer isOpen={open === 'drawer'} onClose={close} label="Sample menu" closeLabel="Close menu" head={<Logo label="Nikau" size="s" />}>
        <MenuLink href="#bank" icon={<Icon name="bank" />}>
          Bank Accounts
        </MenuLink>
        <MenuLink href="#business" icon={<Icon name="store" />} external end={<Icon name="external" size="s" label="Opens in a new tab" />}>
          My Business Accounts
        </MenuLink>
      </Drawer>
      <ToastRegion toasts={toasts} label="Messages" dismissLabel="Dismiss" />
    </>
  )
}
