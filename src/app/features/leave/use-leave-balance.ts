import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useFigure } from '#app/records/copy/use-figure.ts'
import { useOwnAllowance } from './use-allowances.ts'

/** Annual leave of a person in a year, the requests of this device that are not sent yet in it. `granted` is null until the server ever said it. */
export interface LeaveBalance {
  readonly granted: number | null
  readonly used: number
  readonly waiting: number
}

/** One's own; null until the requests of this device are read. */
export function useOwnBalance(copy: OfflineCopy, userId: string, year: number): LeaveBalance | null {
  const allowance = useOwnAllowance(userId, year)
  const { value } = useFigure(copy, 'leave-uses', year)
  if (value === null) return null
  // A request that was put back by 되돌리기 bears no name before the server has written it again.
  const own = value.filter((use) => use.userId === userId || use.userId === '')
  return {
    granted: allowance?.granted ?? null,
    used: own.reduce((sum, { used }) => sum + used, 0),
    waiting: own.reduce((sum, { waiting }) => sum + waiting, 0),
  }
}
