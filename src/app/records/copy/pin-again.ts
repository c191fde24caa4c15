import { proxy } from 'valtio'
import { onLettingGo } from '#app/session/clean-up-on-sign-out.ts'
import { holdsKeys } from './copy-keys.ts'

/** Whether somebody is asked for the PIN of their open copy once more, before an act for which nobody else can be asked. */
export const pinAgain = proxy<{ isAsked: boolean }>({ isAsked: false })

const waiting: ((isGiven: boolean) => void)[] = []

onLettingGo(() => answerPin(false))

/** True at once where the copy is not sealed: then there is no PIN. */
export async function askForPin(): Promise<boolean> {
  if (!holdsKeys()) return true
  pinAgain.isAsked = true
  return await new Promise((resolve) => waiting.push(resolve))
}

export function answerPin(isGiven: boolean): void {
  pinAgain.isAsked = false
  for (const resolve of waiting.splice(0)) resolve(isGiven)
}
