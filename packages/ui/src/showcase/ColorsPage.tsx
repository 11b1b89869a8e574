import { Specimens } from './Specimens.tsx'

const groups: [string, string[]][] = [
  ['Ground and ink', ['bg', 'surface', 'sunken', 'raised', 'ink', 'ink-2', 'line', 'line-strong']],
  ['Brand', ['brand', 'brand-hover', 'brand-tint', 'field', 'field-2']],
  ['Accent', ['flower', 'flower-tint', 'flower-solid']],
  ['States', ['positive-tint', 'warning-tint', 'negative-tint', 'negative', 'info-tint', 'focus']],
  ['Fixed in both themes', ['paper']],
]

export function ColorsPage() {
  return groups.map(([title, roles]) => (
    <Specimens title={title} dense key={title}>
      {roles.map((role) => (
        <div className="n-swatch" data-role={role} key={role}>
          {role}
        </div>
      ))}
    </Specimens>
  ))
}
