import { type UserInfo, userInfoSchema } from '#contract/session/session.ts'
import { readStoredLogin } from './stored-login.ts'

/** The stored user; null when missing or invalid. Checked with zod, so visitors don't load this. */
export function readStoredUser(): UserInfo | null {
  try {
    return userInfoSchema.parse(JSON.parse(readStoredLogin().userInfo ?? 'null'))
  } catch {
    return null
  }
}
