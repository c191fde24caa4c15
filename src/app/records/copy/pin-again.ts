import { proxy } from 'valtio'
import { onSignOut } from '#app/session/clean-up-on-sign-out.ts'
import { holdsKeys } from './copy-keys.ts'

/**
 * Whether the PIN of the open copy is being asked for again, before an action without a server to
 * ask.
 */
export const pinAgain = proxy<{ isOpen: boolean }>({ isOpen: false })

const resolvers: ((isEntered: boolean) => void)[] = []

onSignOut(() => answerPin(false))

/** Resolves to true at once when the copy isn't sealed, because there is no PIN. */
export async function askForPin(): Promise<boolean> {
  if (!holdsKeys()) return true
  pinAgain.isOpen = true
  return await new Promise((resolve) => resolvers.push(resolve))
}

export function answerPin(isEntered: boolean): void {
  pinAgain.isOpen = false
  for (const resolve of resolvers.splice(0)) resolve(isEntered)
}
