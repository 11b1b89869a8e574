import type { ComponentType } from 'react'
import { AssetMediasPage } from './AssetMediasPage.tsx'
import { BarcodesPage } from './BarcodesPage.tsx'
import { BarsPage } from './BarsPage.tsx'
import { ButtonsPage } from './ButtonsPage.tsx'
import { ColorsPage } from './ColorsPage.tsx'
import { FormValidationPage } from './FormValidationPage.tsx'
import { IconsPage } from './IconsPage.tsx'
import { InputPage } from './InputPage.tsx'
import { ListItemsPage } from './ListItemsPage.tsx'
import { ListsPage } from './ListsPage.tsx'
import { ProgressIndicatorsPage } from './ProgressIndicatorsPage.tsx'
import { RadioGroupsPage } from './RadioGroupsPage.tsx'
import { SpacingPage } from './SpacingPage.tsx'
import { TypographyPage } from './TypographyPage.tsx'

/** The pages of the showcase, in order. A page renders live components with sample texts and makes no calls; the app adds the h1. */
export const pages: { name: string; Page: ComponentType }[] = [
  { name: 'colors', Page: ColorsPage },
  { name: 'typography', Page: TypographyPage },
  { name: 'spacing', Page: SpacingPage },
  { name: 'icons', Page: IconsPage },
  { name: 'asset-medias', Page: AssetMediasPage },
  { name: 'buttons', Page: ButtonsPage },
  { name: 'lists', Page: ListsPage },
  { name: 'list-items', Page: ListItemsPage },
  { name: 'radio-groups', Page: RadioGroupsPage },
  { name: 'form-validation', Page: FormValidationPage },
  { name: 'input', Page: InputPage },
  { name: 'bars', Page: BarsPage },
  { name: 'barcodes', Page: BarcodesPage },
  { name: 'progress-indicators', Page: ProgressIndicatorsPage },
]
