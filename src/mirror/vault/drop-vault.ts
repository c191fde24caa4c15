import type { Runtime } from '../runtime.ts'
import { deleteDatabases } from '../store/remove-mirrors.ts'
import { changeVault, listVaultOwners, readVault, type DropReason } from './vault-database.ts'

type Device = Pick<Runtime, 'indexedDB' | 'IDBKeyRange' | 'now' | 'wait'>

/**
 * Nobody opens this copy again: what closed its keys goes first, at once and for good, then everything the server can give again. The outbox stays, sealed, and the
 * server can hand its key back to whose it is.
 */
export async function dropVault(device: Device, userId: string, why: DropReason): Promise<void> {
  await changeVault(device, userId, (row) => row && { ...row, pin: null, dropped: row.dropped ?? why })
  await removeCopyOf(device, userId)
}

/** Takes this person's mirror, copies of papers and actions to take back off the device. Never an outbox, nor papers that wait to be sent. */
export async function removeCopyOf(device: Device, userId: string): Promise<void> {
  const names = [`paper-copies-${userId}`, `history-${userId}`]
  await deleteDatabases(device, (name) => name.startsWith(`mirror-${userId}.`) || names.includes(name))
}

/** Of everybody but `keep()`: signing out leaves nothing that a PIN opens. Their unsent edits stay, sealed, until they sign in again. */
export async function dropVaults(device: Device, keep: () => readonly string[]): Promise<void> {
  const owners = await listVaultOwners(device)
  for (const owner of owners.filter((one) => !keep().includes(one))) {
    await changeVault(device, owner, (row) => row?.pin && { ...row, pin: null, dropped: 'signed_out' })
  }
}

/** The server has ended this device's session from elsewhere: at once, whoever sees it first (page, worker, service worker). Nothing happens to a copy that is not sealed. */
export async function dropRevoked(device: Device, userId: string): Promise<void> {
  if (await readVault(device, userId)) await dropVault(device, userId, 'revoked')
}
