/** The page of an exception. */
export const addressOf = (id: string): string => `/exceptions/${encodeURIComponent(id)}`
