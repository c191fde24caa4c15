import type { ActionHistory } from '#app/action-history/action-history.ts'

/** Undoes nothing; resolves when everything queued before it is done. */
export async function settleHistory(history: ActionHistory): Promise<void> {
  await history.undoIfNewest('nothing of this name')
}
