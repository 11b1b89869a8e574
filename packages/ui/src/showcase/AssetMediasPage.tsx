import { AssetMedia, Card, EmptyState, PersonTile, Icon, initials, LinkButton, Avatar, TileCarousel, Tile, TileGrid, TokenTile } from '../index.ts'
import { Flow, Specimen, Specimens } from './Specimens.tsx'

export function AssetMediasPage() {
  return (
    <>
      <Specimens title="Tokens">
        <Specimen name="A shelf, soonest first" wide>
          <TileCarousel label="Tokens">
            <TokenTile href="#cola" kind="cola" name="Cola" detail="1 ends Fri 20 Nov" count="×3" countSpoken="3 tokens" />
            <TokenTile href="#coffee" kind="coffee" name="Flat white" detail="Ends Mon 30 Nov" />
            <TokenTile href="#gift" kind="gift" name="Gift card" detail="$0.00 left" />
            <TokenTile href="#farm" kind="farm" name="Farm card" detail="$99,999.99 left" />
            <TokenTile href="#long" kind="coffee" name="Kūmara and feijoa smoothie of the month" detail="Ends Thu 31 Dec" count="×12" countSpoken="12 tokens" />
          </TileCarousel>
        </Specimen>
        <Specimen name="Media">
          <Flow>
            <AssetMedia kind="cola" />
            <AssetMedia kind="coffee" />
            <AssetMedia kind="gift" />
            <AssetMedia kind="farm" />
            <AssetMedia kind="wallet" />
          </Flow>
        </Specimen>
        <Specimen name="Media, large">
          <Flow>
            <AssetMedia kind="cola" size="l" />
            <AssetMedia kind="coffee" size="l" />
            <AssetMedia kind="gift" size="l" />
            <AssetMedia kind="farm" size="l" />
            <AssetMedia kind="wallet" size="l" />
          </Flow>
        </Specimen>
      </Specimens>
      <Specimens title="Marks">
        <Specimen name="People are circles">
          <Flow>
            <Avatar tone="in">{initials('Aroha Ngata')}</Avatar>
            <Avatar>{initials('Sione Tuipulotu')}</Avatar>
            <Avatar tone="in" size="l">
              {initials('Mia Tūhoro')}
            </Avatar>
            <Avatar tone="plain">
              <Icon name="user" />
            </Avatar>
          </Flow>
        </Specimen>
        <Specimen name="Merchants are leaves">
          <Flow>
            <Avatar shape="leaf">{initials('Corner Loaf')}</Avatar>
            <Avatar shape="leaf" tone="in">
              {initials('Petone Books')}
            </Avatar>
            <Avatar shape="leaf" tone="solid" size="l">
              {initials('Corner Loaf')}
            </Avatar>
            <Avatar shape="leaf" tone="solid" size="xl">
              {initials('Corner Loaf')}
            </Avatar>
          </Flow>
        </Specimen>
        <Specimen name="Banks are monograms">
          <Flow>
            {['ASB', 'BNZ', 'WP', 'KB', 'ANZ'].map((bank) => (
              <Avatar tone="bank" key={bank}>
                {bank}
              </Avatar>
            ))}
            <Avatar tone="bank" size="s">
              ASB
            </Avatar>
          </Flow>
        </Specimen>
        <Specimen name="Recent people">
          <TileCarousel label="Recent people" room>
            {['Aroha Ngata', 'Sione Tuipulotu', 'Priya Raman', 'Tāmati Hēnare'].map((name) => (
              <PersonTile
                href={`#${name}`}
                key={name}
                media={
                  <Avatar tone="in" size="l">
                    {initials(name)}
                  </Avatar>
                }
              >
                {name.split(' ')[0]}
              </PersonTile>
            ))}
          </TileCarousel>
        </Specimen>
        <Specimen name="Tiles">
          <TileGrid>
            <Tile href="#bnz" media={<Avatar tone="bank">BNZ</Avatar>}>
              BNZ
            </Tile>
            <Tile href="#asb" media={<Avatar tone="bank">ASB</Avatar>}>
              ASB
            </Tile>
            <Tile href="#westpac" media={<Avatar tone="bank">WP</Avatar>}>
              Westpac
            </Tile>
          </TileGrid>
        </Specimen>
      </Specimens>
      <Specimens title="Empty states">
        <Card>
          <EmptyState
            drawing="receipt"
            title="Nothing yet"
            level={3}
            action={
              <LinkButton size="s" href="#pay">
                Pay
              </LinkButton>
            }
          >
            Your first payment shows up here.
          </EmptyState>
        </Card>
        <Card>
          <EmptyState drawing="gift" title="No tokens yet" level={3}>
            Gifts and offers from shops show up here.
          </EmptyState>
        </Card>
        <Card>
          <EmptyState
            drawing="place"
            title="No shop in this part of the map"
            level={3}
            action={
              <LinkButton size="s" variant="outlined" href="#all">
                Show all
              </LinkButton>
            }
          >
            Move the map, or search by suburb.
          </EmptyState>
        </Card>
      </Specimens>
    </>
  )
}
