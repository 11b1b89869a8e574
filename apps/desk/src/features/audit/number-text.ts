const format = new Intl.NumberFormat('en-NZ')

/** `1,284,119` */
export const numberText = (value: number): string => format.format(value)
