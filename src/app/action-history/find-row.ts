import type { RowSource } from '#contract/records/row-source.ts'

const pollMs = 30
const changeTimeoutMs = 600
const refreshTimeoutMs = 1_500

/**
 * Whether the record is in the list's result. Waits briefly, because an edit reaches the list
 * through the mirror's worker, and refreshes the list if new rows have arrived. False: the record
 * doesn't match the list's query.
 */
export async function findRow(source: RowSource, id: string): Promise<boolean> {
  if (await waitForRow(source, id, changeTimeoutMs)) return true
  if (source.getState().arrived === 0) return false
  source.refresh()
  return waitForRow(source, id, refreshTimeoutMs)
}

async function waitForRow(source: RowSource, id: string, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; source.indexOf(id) === -1; waited += pollMs) {
    if (waited >= timeoutMs) return false
    await new Promise((resolve) => setTimeout(resolve, pollMs))
  }
  return true
}
