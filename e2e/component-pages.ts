/** The pages of the component guide, listed here a second time so that one that disappears fails. */
export const componentPages = [
  'colors',
  'typography',
  'spacing',
  'icons',
  'asset-medias',
  'buttons',
  'lists',
  'list-items',
  'radio-groups',
  'form-validation',
  'input',
  'bars',
  'barcodes',
  'progress-indicators',
]
