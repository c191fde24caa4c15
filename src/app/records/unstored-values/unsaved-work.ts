import { proxy } from 'valtio'

/**
 * What a reload of this page would lose or interrupt. Not the outbox, which is stored on the
 * device. Checked by the update prompt, sign-out and navigation.
 */
export const unsaved = proxy<{ forms: Record<string, string>; isSending: boolean }>({ forms: {}, isSending: false })

/** Of the open forms with unsaved input: removes what is stored of them. */
export const discardActions = new Map<string, () => void>()

/** The caller has asked the user first. */
export function discardForms(): void {
  for (const discard of discardActions.values()) discard()
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
