import type { RowSource } from '#contract/records/row-source.ts'

const lookMs = 30
const newsPatienceMs = 600
const refreshPatienceMs = 1_500

/**
 * Whether the record is in the list's result. Waits briefly, because an edit reaches the list by
 * way of the engine, and refreshes the list if new rows have arrived. False: the record doesn't
 * match the list's query.
 */
export async function findRow(source: RowSource, id: string): Promise<boolean> {
  if (await comesUp(source, id, newsPatienceMs)) return true
  if (source.getState().arrived === 0) return false
  source.refresh()
  return comesUp(source, id, refreshPatienceMs)
}

async function comesUp(source: RowSource, id: string, patienceMs: number): Promise<boolean> {
  for (let waited = 0; source.indexOf(id) === -1; waited += lookMs) {
    if (waited >= patienceMs) return false
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
  return true
}
