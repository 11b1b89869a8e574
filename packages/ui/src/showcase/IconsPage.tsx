import { iconNames } from '../icon/Icon.tsx'
import * as more from '../icon/more.ts'
import { Drawing, FieldPanel, Icon, Logo, LogoMark, VerifiedMark } from '../index.ts'
import { drawingNames } from '../empty-state/EmptyState.tsx'
import { Flow, Specimen, Specimens } from './Specimens.tsx'

export function IconsPage() {
  return (
    <>
      <Specimens title="Brand">
        <Specimen name="Logo">
          <Flow>
            <Logo label="Nikau" size="l" />
            <Logo label="Nikau" />
            <Logo label="Nikau" size="s" />
          </Flow>
        </Specimen>
        <Specimen name="Mark, verified">
          <Flow>
            <LogoMark label="Nikau" />
            <VerifiedMark label="Verified" />
          </Flow>
        </Specimen>
        <Specimen name="On the field">
          <FieldPanel shape="leaf">
            <Logo label="Nikau" />
          </FieldPanel>
        </Specimen>
      </Specimens>
      <Specimens title="Icons" dense>
        {iconNames.map((name) => (
          <div className="n-glyph" key={name}>
            <Icon name={name} />
            {name}
          </div>
        ))}
        {Object.entries(more).map(([name, Glyph]) => (
          <div className="n-glyph" key={name}>
            <Glyph />
            {name}
          </div>
        ))}
      </Specimens>
      <Specimens title="Sizes">
        <Specimen name="30, 24, 18, 15">
          <Flow>
            <Icon name="pay" size="l" />
            <Icon name="pay" />
            <Icon name="pay" size="s" />
            <Icon name="pay" size="xs" />
          </Flow>
        </Specimen>
      </Specimens>
      <Specimens title="Drawings" dense>
        {drawingNames.map((name) => (
          <div className="n-glyph" key={name}>
            <Drawing name={name} />
            {name}
          </div>
        ))}
      </Specimens>
    </>
  )
}
