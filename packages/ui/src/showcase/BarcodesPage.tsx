import { useState } from 'react'
import { Barcode, Button, CountdownRing, FieldPanel, QrCode } from '../index.ts'
import { Specimen, Specimens } from './Specimens.tsx'

const codes = ['9990001234567890', '9990009876543210']

export function BarcodesPage() {
  const [index, setIndex] = useState(0)
  return (
    <>
      <Specimens title="Barcode">
        <Specimen name="Black on white in both themes, digits in fours">
          <Barcode value="9990001234567890" label="Barcode 9990 0012 3456 7890" />
        </Specimen>
        <Specimen name="On the field, renewed without a flash">
          <FieldPanel shape="leaf">
            <div className="n-stack">
              <Barcode value={codes[index] ?? ''} label={`Barcode ${codes[index]}`} />
              <Button variant="on-field" size="s" onPress={() => setIndex(1 - index)}>
                New code
              </Button>
            </div>
          </FieldPanel>
        </Specimen>
        <Specimen name="Bigger">
          <Barcode value="9990001234567890" label="Tall barcode 9990 0012 3456 7890" tall />
        </Specimen>
      </Specimens>
      <Specimens title="QR code">
        <Specimen name="Level H, with its quiet zone">
          <QrCode text="https://nikau.example/deimos/pay/0198c4f2-7a11" label="Sample QR code" />
        </Specimen>
        <Specimen name="On the field">
          <FieldPanel shape="leaf">
            <QrCode text="https://nikau.example/deimos/pay/0198c4f2-7a12" label="Sample QR code on the field" />
          </FieldPanel>
        </Specimen>
      </Specimens>
      <Specimens title="Time left">
        <Specimen name="Beside a code">
          <FieldPanel shape="leaf">
            <CountdownRing fraction={0.7} unit="sec">
              42
            </CountdownRing>
          </FieldPanel>
        </Specimen>
      </Specimens>
    </>
  )
}
