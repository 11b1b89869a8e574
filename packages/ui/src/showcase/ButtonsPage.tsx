import { useState } from 'react'
import { Button, FieldPanel, Icon, IconButton, IconLink, LinkButton, LogoMark, QuickAction, QuickActions, TextLink } from '../index.ts'
import { Flow, Specimen, Specimens } from './Specimens.tsx'

export function ButtonsPage() {
  const [busy, setBusy] = useState(false)
  return (
    <>
      <Specimens title="Variants">
        <Specimen name="Filled: the one main action">
          <Flow>
            <Button>Pay $16.00</Button>
            <Button isDisabled>Pay $16.00</Button>
          </Flow>
        </Specimen>
        <Specimen name="Tonal, outlined, quiet, destructive">
          <Flow>
            <Button variant="tonal">Share</Button>
            <Button variant="outlined">Cancel</Button>
            <Button variant="quiet">Do it later</Button>
            <Button variant="destructive">Unlink</Button>
          </Flow>
        </Specimen>
        <Specimen name="The same, disabled">
          <Flow>
            <Button variant="tonal" isDisabled>
              Share
            </Button>
            <Button variant="outlined" isDisabled>
              Cancel
            </Button>
            <Button variant="quiet" isDisabled>
              Do it later
            </Button>
            <Button variant="destructive" isDisabled>
              Unlink
            </Button>
          </Flow>
        </Specimen>
        <Specimen name="On the green field">
          <FieldPanel shape="leaf">
            <Flow>
              <Button variant="accent">Approve</Button>
              <Button variant="on-field">View receipt</Button>
              <Button variant="accent" busy busyLabel="Working">
                Approve
              </Button>
              <Button variant="on-field" isDisabled>
                View receipt
              </Button>
            </Flow>
          </FieldPanel>
        </Specimen>
      </Specimens>
      <Specimens title="Busy">
        <Specimen name="Press: the width stays, a spinner takes the label's place">
          <Flow>
            <Button
              busy={busy}
              busyLabel="Working"
              onPress={() => {
                setBusy(true)
                setTimeout(() => setBusy(false), 2000)
              }}
            >
              Send $20.00
            </Button>
          </Flow>
        </Specimen>
        <Specimen name="Held busy">
          <Flow>
            <Button busy busyLabel="Working">
              Pay $99,999.99
            </Button>
            <Button variant="outlined" busy busyLabel="Working">
              Resend
            </Button>
          </Flow>
        </Specimen>
      </Specimens>
      <Specimens title="Sizes and width">
        <Specimen name="60, 52, 48">
          <Flow>
            <Button size="l">Large</Button>
            <Button>Medium</Button>
            <Button size="s">Small</Button>
          </Flow>
        </Specimen>
        <Specimen name="Full width, with icon, as a link">
          <div className="n-stack">
            <LinkButton href="#wallet" size="l" full icon={<LogoMark />}>
              Pay with Nikau wallet
            </LinkButton>
            <Button variant="tonal" size="s" full icon={<Icon name="share" size="s" />}>
              Share
            </Button>
          </div>
        </Specimen>
        <Specimen name="A long label wraps">
          <Button full>Pay $99,999.99 to Te Whare Wānanga o Awanuiārangi bookshop</Button>
        </Specimen>
      </Specimens>
      <Specimens title="Icons and links">
        <Specimen name="Icon buttons">
          <Flow>
            <IconButton filled label="Copy" icon={<Icon name="copy" />} />
            <IconLink filled href="#export" label="Export" icon={<Icon name="download" />} />
            <IconButton label="Guides" icon={<Icon name="help" />} />
            <IconButton label="Not now" icon={<Icon name="refresh" />} isDisabled />
          </Flow>
        </Specimen>
        <Specimen name="Links">
          <p>
            The email we send you is your direct debit notice. <TextLink href="#terms">Terms</TextLink>
          </p>
        </Specimen>
        <Specimen name="Quick actions">
          <FieldPanel shape="leaf">
            <QuickActions label="Actions">
              <QuickAction main href="#pay" icon={<Icon name="pay" />}>
                Pay
              </QuickAction>
              <QuickAction href="#send" icon={<Icon name="send" />}>
                Send
              </QuickAction>
              <QuickAction href="#topup" icon={<Icon name="top-up" />}>
                Top up
              </QuickAction>
              <QuickAction href="#request" icon={<Icon name="request" />}>
                Request
              </QuickAction>
            </QuickActions>
          </FieldPanel>
        </Specimen>
      </Specimens>
    </>
  )
}
