import { maskAccountNumber, parseAccountNumber } from '@nikau/contract/bank-account-number'

/** Those that are linked are held by customers of the sandbox banks, so that money can really be asked for from them and paid to them. */
export const bankNumbers: Readonly<Record<string, { main: string; test?: string; name: string }>> = {
  mia: { main: '02-0500-0214005-00', name: 'M Henare' },
  tama: { main: '03-0510-0214009-00', test: '00-0500-0221029-00', name: 'T Fonoti' },
  hemi: { main: '12-3050-0214000-00', test: '00-0500-0228044-00', name: 'Hēmi Rangihuna' },
  priya: { main: '06-0501-0100018-00', name: 'P Nair' },
}

/** As movements name it. */
export function maskedNumber(who: string): string {
  return maskAccountNumber(parseAccountNumber(bankNumbers[who]!.main)!)
}
