import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { useOwnAllowance } from './use-allowances.ts'

/**
 * A person's annual leave of a year, including this device's unsent requests. `granted` is null
 * until the server first answered.
 */
export interface LeaveBalance {
  readonly granted: number | null
  readonly used: number
  readonly waiting: number
}

/** The user's own; null until this device's requests are read. */
export function useOwnBalance(copy: OfflineCopy, userId: string, year: number): LeaveBalance | null {
  const allowance = useOwnAllowance(userId, year)
  const { value } = useFigure(copy, 'leave-uses', year)
  if (value === null) return null
  // A request restored by 되돌리기 has no requester until the server has written it again.
  const own = value.filter((use) => use.userId === userId || use.userId === '')
  return {
    granted: allowance?.granted ?? null,
    used: own.reduce((sum, { used }) => sum + used, 0),
    waiting: own.reduce((sum, { waiting }) => sum + waiting, 0),
  }
}
