import { proxy } from 'valtio'

/**
 * What a reload of this page would lose or interrupt. Not the outbox, which is stored on the
 * device. Checked by the update prompt, sign-out and navigation.
 */
export const unsaved = proxy<UnsavedWork>({ forms: {}, screenForms: {}, isSending: false })

interface UnsavedWork {
  /** Names of the open forms with unsaved input. */
  forms: Record<string, string>
  /** Those whose input exists only on their screen. */
  screenForms: Record<string, string>
  isSending: boolean
}

/** Of the forms with unsaved input: removes what is stored of them. */
export const discardActions = new Map<string, () => void>()

/** The caller has asked the user first. */
export function discardForms(): void {
  for (const discard of discardActions.values()) discard()
}

/** Names of the forms whose input leaving their screen would lose. */
export function listScreenForms(): readonly string[] {
  return Object.values(unsaved.screenForms)
}

/** The same as `discardForms` for them. */
export function discardScreenForms(): void {
  for (const id of Object.keys(unsaved.screenForms)) discardActions.get(id)?.()
}

/** Names of the open forms with unsaved input. */
export function listDirtyForms(): readonly string[] {
  return Object.values(unsaved.forms)
}

/** Set by the frame, which watches the outbox: something is being sent right now. */
export function setSending(sending: boolean): void {
  unsaved.isSending = sending
}

export function isSending(): boolean {
  return unsaved.isSending
}
