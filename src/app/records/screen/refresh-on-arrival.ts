import type { RowSource } from '#contract/records/row-source.ts'

/**
 * How long to wait in ms for records the user has just made: until they reach the rows, or until
 * the pull after an import.
 */
const arrivalTimeoutMs = 15_000

/**
 * Shows rows as soon as the pull has brought them, which may be before this call. A single refresh
 * right away would often come too early.
 */
export function refreshOnArrival(source: Pick<RowSource, 'subscribe' | 'getState' | 'refresh'>): void {
  if (source.getState().arrived > 0) source.refresh()
  const stop = source.subscribe(() => {
    if (source.getState().arrived === 0) return
    finish()
    source.refresh()
  })
  const timer = setTimeout(finish, arrivalTimeoutMs)
  function finish() {
    stop()
    clearTimeout(timer)
  }
}
