import type { RowSource } from '#contract/row-source.ts'

/** How long what a person has just made is waited for: its way into the rows, or a pull after an import. */
const arrivalPatienceMs = 15_000

/** Takes rows in as soon as the pull has brought them, which may be before the call: refreshing at once alone would only show the book as it was. */
export function refreshOnArrival(source: Pick<RowSource, 'subscribe' | 'getState' | 'refresh'>): void {
  if (source.getState().arrived > 0) source.refresh()
  const stop = source.subscribe(() => {
    if (source.getState().arrived === 0) return
    finish()
    source.refresh()
  })
  const timer = setTimeout(finish, arrivalPatienceMs)
  function finish() {
    stop()
    clearTimeout(timer)
  }
}
