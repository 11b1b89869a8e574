import { Card, Amount, Money, Receipt, ReceiptRow } from '../index.ts'
import { Specimen, Specimens } from './Specimens.tsx'

export function TypographyPage() {
  return (
    <>
      <Specimens title="Figures">
        <Specimen name="Balance and amount to pay">
          <div className="n-stack">
            <Money size="xl" text="$128.40" spoken="128 dollars 40" />
            <Money size="xl" text="$0.00" spoken="0 dollars" />
            <Money size="xl" text="−$12.00" spoken="minus 12 dollars" />
            <Money size="xl" text="$12,480.00" spoken="12,480 dollars" />
          </div>
        </Specimen>
        <Specimen name="Receipt; one step smaller from seven digits">
          <div className="n-stack">
            <Money text="$16.00" spoken="16 dollars" />
            <Money text="$99,999.99" spoken="99,999 dollars 99" />
            <Money text="$1,204,880.15" spoken="1,204,880 dollars 15" />
          </div>
        </Specimen>
        <Specimen name="Secondary">
          <div className="n-stack">
            <Money size="m" text="$486.20" spoken="486 dollars 20" />
            <Money size="m" text="−$99,999.99" spoken="minus 99,999 dollars 99" />
          </div>
        </Specimen>
        <Specimen name="In, out, pending, failed">
          <Card>
            <Receipt>
              <ReceiptRow name="In">
                <Amount tone="in" text="+$1,111.11" spoken="plus 1,111 dollars 11" />
              </ReceiptRow>
              <ReceiptRow name="Out">
                <Amount text="−$8.50" spoken="minus 8 dollars 50" />
              </ReceiptRow>
              <ReceiptRow name="Pending">
                <Amount tone="pending" text="+$50.00" spoken="plus 50 dollars" />
              </ReceiptRow>
              <ReceiptRow name="Failed">
                <Amount tone="failed" text="+$100.00" spoken="plus 100 dollars, failed" />
              </ReceiptRow>
            </Receipt>
          </Card>
        </Specimen>
      </Specimens>
      <Specimens title="Text">
        <Specimen>
          <div className="n-stack">
            <p className="n-sample-title">Title 28</p>
            <p className="n-sample-head">Heading 20</p>
            <p className="n-sample-lead">Lead 18, for one sentence that matters.</p>
            <p>Body 16. Your top up arrives by Tue 17 Nov.</p>
            <p className="n-sample-strong">Strong 16, for names and amounts.</p>
            <p className="n-sample-label">Label 14</p>
            <p className="n-sample-caption">Caption 13, the smallest size there is.</p>
          </div>
        </Specimen>
        <Specimen name="Macrons, figures, signs">
          <div className="n-stack">
            <p className="n-sample-title">Kūmara, Whangamatā, Ōtepoti</p>
            <p>Āē īōū ĀĒĪŌŪ · 0123456789 · −$1,234.50 · +64 21 555 0142</p>
            <p>Te Aroha Whaanga-Henderson, Taumatawhakatangihangakōauauotamateapōkaiwhenuakitānatahu</p>
          </div>
        </Specimen>
      </Specimens>
    </>
  )
}
