import type { Dexie, Table } from 'dexie'
import type { SealedBox } from '#contract/person-numbers/sealed-box.ts'
import type { SealingKey } from '#contract/person-numbers/sealed-number.ts'
import { buildEscrowLabel } from '#contract/session/session.ts'
import { createPapersDatabase } from '#mirror/papers/papers-database.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { createViewDatabase } from '#mirror/view-log/view-database.ts'
import { lockWithPin, openWithPin } from './open-vault.ts'
import { sealToServer } from './seal-to-server.ts'
import { changeVault, type PinCost, readVault } from './vault-database.ts'
import { importVaultKeys, newKeyBytes, type VaultKeys } from './vault-keys.ts'

interface NewVault {
  readonly runtime: Runtime
  readonly userId: string
  readonly pin: string
  /**
   * The server's public key. The outbox key is sealed to it, so that a forgotten PIN doesn't lose
   * unsent edits.
   */
  readonly serverKey: SealingKey
  /** The outbox key the server returned for a dropped vault; waiting edits are sealed with it. */
  readonly outboxKey?: Uint8Array<ArrayBuffer> | undefined
  /** Cost of the PIN; defaults to `pinCost`. */
  readonly cost?: PinCost
}

/**
 * Creates a user's vault on this device and returns its keys. Data under an earlier mirror key
 * becomes unreadable and should be removed (vault-database.ts). Needs the server's key, so it only
 * works online.
 */
export async function makeVault({ runtime, userId, pin, serverKey, outboxKey, cost }: NewVault): Promise<VaultKeys> {
  const material = { mirror: newKeyBytes(), outbox: outboxKey ?? newKeyBytes() }
  const lock = await lockWithPin(pin, material, cost)
  const escrow = await sealToServer(serverKey, material.outbox, buildEscrowLabel(userId))
  const now = runtime.now()
  await changeVault(runtime, userId, () => ({
    id: 'vault',
    pin: lock,
    escrow,
    tries: 0,
    dropped: null,
    contactAt: now,
    seenAt: now,
  }))
  return await importVaultKeys(material)
}

/**
 * Seals the outbox key again when the server's key has changed. A server that lost its old keys (a
 * restore without `numbers.key`) could never return it, and a forgotten PIN would lose unsent
 * edits. Call it with the PIN just verified; a wrong one changes nothing and isn't counted.
 */
export async function renewEscrow(
  runtime: Runtime,
  { userId, pin, serverKey }: { userId: string; pin: string; serverKey: SealingKey },
): Promise<void> {
  const before = await readVault(runtime, userId)
  if (!before?.pin || before.escrow.keyId === serverKey.key_id) return
  const material = await openWithPin(pin, before.pin)
  if (!material) return
  const escrow = await sealToServer(serverKey, material.outbox, buildEscrowLabel(userId))
  // Unless the vault was dropped or recreated meanwhile.
  await changeVault(runtime, userId, (current) =>
    current?.pin && current.escrow.box === before.escrow.box ? { ...current, escrow } : undefined,
  )
}

/** Requests only the server can fulfil. Both reject when it is unreachable. */
export interface VaultServer {
  sealingKey(): Promise<SealingKey>
  /**
   * Returns the outbox key of this device's current or dropped vault
   * (contract/session/session.ts).
   */
  returnOutboxKey(escrow: SealedBox): Promise<Uint8Array<ArrayBuffer>>
}

interface ResealOptions {
  readonly runtime: Runtime
  readonly userId: string
  readonly pin: string
  readonly server: VaultServer
  readonly cost?: PinCost
}

/**
 * Creates a new vault for a user's copy on this device and returns its keys; an existing outbox key
 * is kept. Runs in one window at a time, because two windows with different keys would leave edits
 * under a key nobody has.
 * @throws what the server requests reject with; nothing was changed then
 */
export function resealCopy({ runtime, userId, pin, server, cost }: ResealOptions): Promise<VaultKeys> {
  return runtime.locks.request(`seal-${userId}`, async () => {
    const before = await readVault(runtime, userId)
    const serverKey = await server.sealingKey()
    const outboxKey = before ? await server.returnOutboxKey(before.escrow) : undefined
    return await makeVault({ runtime, userId, pin, serverKey, outboxKey, ...(cost && { cost }) })
  })
}

/**
 * Encrypts what was stored in the clear before the copy was sealed: waiting papers and views for
 * the trail. Opening the outbox does the same for edits (outbox/open-outbox.ts). Works row by row
 * because a paper takes megabytes.
 */
export async function sealWaiting(runtime: Runtime, userId: string): Promise<void> {
  const papers = createPapersDatabase(runtime, userId)
  const viewDb = createViewDatabase(runtime, userId)
  await sealRows(papers, [papers.contents, papers.bytes, papers.thumbs])
  await sealRows(viewDb, [viewDb.seen])
}

async function sealRows(db: Dexie, tables: readonly Table[]): Promise<void> {
  await db.open()
  try {
    for (const table of tables) {
      for (const key of await table.toCollection().primaryKeys()) {
        await db.transaction('rw', table, async () => {
          const row: unknown = await table.get(key)
          // Sent, or dropped by its owner, meanwhile.
          if (row !== undefined) await table.put(row)
        })
      }
    }
  } finally {
    db.close()
  }
}
