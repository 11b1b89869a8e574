import { ScanBarcode } from 'lucide-react'
import type { IconProps } from '../Icon.tsx'
import { OutlineIcon } from './OutlineIcon.tsx'

export const BarcodeIcon = (props: IconProps) => <OutlineIcon of={ScanBarcode} {...props} />
