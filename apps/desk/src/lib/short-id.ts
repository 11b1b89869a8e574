/** How an id is named on screen: its end, where ids made after each other differ. Short ones stay whole. */
export const shortId = (id: string): string => (id.length <= 8 ? id : id.slice(-6))
