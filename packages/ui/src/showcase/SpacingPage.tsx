import { Card, Section, TextLink } from '../index.ts'
import { Specimen, Specimens } from './Specimens.tsx'

const steps: [string, number][] = [
  ['4', 0.25],
  ['8', 0.5],
  ['12', 0.75],
  ['16', 1],
  ['20', 1.25],
  ['24', 1.5],
  ['32', 2],
  ['40', 2.5],
  ['48', 3],
  ['64', 4],
]

export function SpacingPage() {
  return (
    <>
      <Specimens title="Space">
        <Specimen name="The 8 px grid, with 4 for optical work">
          {steps.map(([name, rem]) => (
            <div className="n-space" key={name}>
              <span>{name}</span>
              <svg aria-hidden>
                <rect width={`${rem}rem`} height="100%" rx="2" />
              </svg>
            </div>
          ))}
        </Specimen>
        <Specimen name="Section: 28 above, 12 from heading to content, 16 inside a card">
          <Section title="Payment method" end={<TextLink href="#section">Change</TextLink>} level={3}>
            <Card>Inside a card</Card>
          </Section>
          <Section title="Order" level={3}>
            <Card>Inside a card</Card>
          </Section>
        </Specimen>
      </Specimens>
      <Specimens title="Shape" dense>
        {['s', 'm', 'l', 'xl', 'leaf-s', 'leaf-m', 'leaf-l', 'circle'].map((shape) => (
          <div className="n-shape" data-shape={shape} key={shape}>
            {shape}
          </div>
        ))}
      </Specimens>
      <Specimens title="Depth" dense>
        {['1', '2', '3'].map((depth) => (
          <div className="n-depth" data-depth={depth} key={depth}>
            shadow {depth}
          </div>
        ))}
      </Specimens>
    </>
  )
}
