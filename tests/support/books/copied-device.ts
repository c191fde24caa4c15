import type { Query } from '#contract/records/query.ts'
import { openOfflineCopy } from '#mirror/client/open-offline-copy.ts'
import type { Edit } from '#mirror/offline-copy.ts'
import { closeOutbox, openOutbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import type { Seals } from '#mirror/store/seal.ts'
import { changeVault, type VaultRow } from '#mirror/vault/vault-database.ts'
import { makeCase, makeGroup, makeId, startScriptedServer } from '#tests/support/books/mirror-fixtures.ts'
import { makeFakeBrowser } from '#tests/support/fakes/fake-runtime.ts'
import { acceptWrites } from '#tests/support/fakes/writing-server.ts'
import { makeTokens, testUserId } from '#tests/support/outbox/outbox-fixtures.ts'

export const everyRow: Query = { filters: [], search: '', sort: [] }

/**
 * A signed-in page with a complete copy of three cases. `seals`: the copy is sealed and has a
 * vault.
 */
export async function openCopiedDevice(seals?: Seals) {
  const server = startScriptedServer(testUserId)
  server.put('real-estate-groups', makeGroup(1, '솔빛구간'))
  const cases = [100, 101, 102].map((number) => makeCase(number, { group_id: makeId(1), owner: `임${number}` }))
  for (const record of cases) server.put('real-estate', record)
  const browser = makeFakeBrowser()
  const tab = browser.openTab({ fetch: acceptWrites(server, cases) })
  const runtime = seals ? { ...tab.runtime, seals } : tab.runtime
  if (seals) await changeVault(runtime, testUserId, () => makeVault(browser.clock.now()))
  const outbox = await openOutbox(runtime, testUserId)
  await saveSession(outbox, makeTokens())
  closeOutbox(outbox)
  const copy = await openOfflineCopy({ userId: testUserId, runtime, createWorker: null })
  const rows = copy.openRows('real-estate', everyRow)
  await browser.runUntil(() => copy.getStatus().lastSyncAt !== null && rows.getState().isComplete)
  return { server, browser, tab, runtime, copy, rows }
}

function makeVault(now: number): VaultRow {
  const bytes = new Uint8Array([4, 8, 2])
  return {
    id: 'vault',
    pin: { salt: bytes, cost: { t: 1, m: 8, p: 1 }, box: bytes },
    escrow: { keyId: '0'.repeat(16), box: 'sealed' },
    tries: 0,
    dropped: null,
    contactAt: now,
    seenAt: now,
  }
}

export function makeOwnerEdit(number: number, owner: string): Edit {
  const changes = { owner: { old: `임${number}`, new: owner } }
  return { kind: 'update', collection: 'real-estate', id: makeId(number), baseVersion: 1, changes }
}
