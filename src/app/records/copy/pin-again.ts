import { proxy } from 'valtio'
import { onLettingGo } from '#app/session/clean-up-on-sign-out.ts'
import { holdsKeys } from './copy-keys.ts'

/**
 * Whether the PIN of the open copy is being asked for again, before an action without a server to
 * ask.
 */
export const pinAgain = proxy<{ isAsked: boolean }>({ isAsked: false })

const waiting: ((isGiven: boolean) => void)[] = []

onLettingGo(() => answerPin(false))

/** Resolves to true at once when the copy isn't sealed, because there is no PIN. */
export async function askForPin(): Promise<boolean> {
  if (!holdsKeys()) return true
  pinAgain.isAsked = true
  return await new Promise((resolve) => waiting.push(resolve))
}

export function answerPin(isGiven: boolean): void {
  pinAgain.isAsked = false
  for (const resolve of waiting.splice(0)) resolve(isGiven)
}
