import { proxy } from 'valtio'

/**
 * What would be lost or cut off if this page were reloaded now. Not the outbox: that is on the device and survives. Update prompt, sign-out and leaving
 * look here first.
 */
export const unsaved = proxy<{ forms: Record<string, string>; isSending: boolean }>({ forms: {}, isSending: false })

/** Names of the open forms that hold unsaved input. */
export function dirtyForms(): readonly string[] {
  return Object.values(unsaved.forms)
}

/** Told by the frame, which watches the outbox: something is on the wire right now. */
export function setSending(sending: boolean): void {
  unsaved.isSending = sending
}

export function isSending(): boolean {
  return unsaved.isSending
}
