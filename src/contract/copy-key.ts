import { z } from 'zod'
import type { BoxLabel } from './sealed-box.ts'

/**
 * The key of a device's unsent edits, handed back to whose they are: after five wrong PINs, three days without contact or a forgotten PIN nobody opens the sealed
 * copy any more, and what was not sent yet must not be lost with it (research/domain.md §4 "Offline tablet copies").
 */
export const copyKeyPath = '/api/session/copy_key'
export const askCopyKeySchema = z.strictObject({
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  box: z.string().regex(/^[\w-]{100,400}$/),
})
/** Base64url of 32 bytes. */
export const copyKeySchema = z.object({ key: z.string().regex(/^[\w-]{43}$/) })

/** Bound to the person: nobody else is given it, whatever they send. */
export function escrowLabel(userId: string): BoxLabel {
  return { purpose: 'ongyeol-office offline copy', name: userId }
}
