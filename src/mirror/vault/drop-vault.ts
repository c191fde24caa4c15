import type { Runtime } from '../runtime.ts'
import { deleteDatabases } from '../store/remove-mirrors.ts'
import { changeVault, listVaultOwners, readVault, type DropReason } from './vault-database.ts'

type Device = Pick<Runtime, 'indexedDB' | 'IDBKeyRange' | 'now' | 'wait'>

/**
 * Makes the sealed copy unreadable: first the wrapped keys are removed, then everything the server
 * can deliver again. The outbox stays sealed, and the server can return its key to the owner.
 */
export async function dropVault(device: Device, userId: string, reason: DropReason): Promise<void> {
  await changeVault(device, userId, (row) => row && { ...row, pin: null, dropped: row.dropped ?? reason })
  await removeCopyOf(device, userId)
}

/**
 * Removes this user's mirror, paper copies and undo actions from the device. Never removes an
 * outbox or papers that wait to be sent.
 */
export async function removeCopyOf(device: Device, userId: string): Promise<void> {
  const names = [`paper-copies-${userId}`, `history-${userId}`]
  await deleteDatabases(device, (name) => name.startsWith(`mirror-${userId}.`) || names.includes(name))
}

/**
 * Drops the vaults of everybody except `keptUserIds()`, so that sign-out leaves nothing a PIN
 * opens. Their unsent edits stay sealed until they sign in again.
 */
export async function dropVaults(device: Device, keptUserIds: () => readonly string[]): Promise<void> {
  const owners = await listVaultOwners(device)
  for (const owner of owners.filter((one) => !keptUserIds().includes(one))) {
    await changeVault(device, owner, (row) => row?.pin && { ...row, pin: null, dropped: 'signed_out' })
  }
}

/**
 * Drops the sealed copy because the server ended this device's session remotely. Called by page,
 * worker or service worker. Leaves an unsealed copy alone.
 */
export async function dropRevoked(device: Device, userId: string): Promise<void> {
  if (await readVault(device, userId)) await dropVault(device, userId, 'revoked')
}
