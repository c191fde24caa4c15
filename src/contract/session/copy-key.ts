import { z } from 'zod'
import type { BoxLabel } from '../numbers/sealed-box.ts'

/**
 * Returns the key of a device's unsent edits to their owner. After five wrong PINs, three days
 * without contact or a forgotten PIN the encrypted copy cannot be opened, but unsent edits must not
 * be lost.
 */
export const copyKeyPath = '/api/session/copy_key'
export const askCopyKeySchema = z.strictObject({
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  box: z.string().regex(/^[\w-]{100,400}$/),
})
/** Base64url of 32 bytes. */
export const copyKeySchema = z.object({ key: z.string().regex(/^[\w-]{43}$/) })

/** Binds the box to the person, so that the server never gives the key to anybody else. */
export function escrowLabel(userId: string): BoxLabel {
  return { purpose: 'ongyeol-office offline copy', name: userId }
}
