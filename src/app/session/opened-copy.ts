import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** TEMPORARY until mirror/client stands. */
export async function openOfflineCopyOf(userId: string): Promise<OfflineCopy> {
  const status = {
    connection: 'checking',
    waiting: 0,
    sending: 0,
    attention: 0,
    lastSyncAt: null,
    isInSync: false,
    needsSignIn: false,
    needsUpdate: false,
    isStuck: false,
    copying: {},
    storageProblem: null,
  } as const
  const none = () => () => {}
  return {
    userId,
    getStatus: () => status,
    subscribeStatus: none,
    outbox: { getEntries: () => empty, subscribe: none },
    watchAll: none,
    syncNow() {},
    setVisible() {},
    close() {},
    openRows: () => ({
      getState: () => state,
      subscribe: none,
      rowAt: () => undefined,
      rowById: () => undefined,
      indexOf: () => -1,
      subscribeRow: none,
      ensureRange() {},
      setQuery() {},
      refresh() {},
      close() {},
    }),
  } as unknown as OfflineCopy
}
const empty: never[] = []
const state = { status: 'ready', total: 0, isComplete: true, arrived: 0, generation: 0 }

export async function closeOfflineCopy(): Promise<void> {}
