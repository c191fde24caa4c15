import type { Config } from '#server/config.ts'
import type { User } from './users.ts'

/**
 * Whether this person's copies on devices must be encrypted (`OFFLINE_COPIES`). Members have no
 * copies.
 */
export function sealsCopies({ offlineCopies }: Config, user: Pick<User, 'is_staff' | 'is_superuser'>): boolean {
  return (user.is_staff || user.is_superuser) && offlineCopies === 'sealed'
}
