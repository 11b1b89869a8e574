import type { CallError } from './call-error.ts'

/** Whether the call may have moved money: no answer arrived, or the server failed while it worked. */
export const isOutcomeUnknown = ({ status }: Pick<CallError, 'status'>): boolean => status === 0 || status === 408 || status >= 500
