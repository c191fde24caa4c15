/**
 * Encryption of a party's number. A field of kind `secret` accepts a sealed number, which only the
 * server can open, and afterwards holds its reference `number:<id>`. The device makes the id when
 * it encrypts, so it recognises its own write in the answer. The reference reveals nothing; undo,
 * conflicts and history work with it.
 */
export interface SealedNumber {
  readonly id: string
  /** Id of the server key it is encrypted to. */
  readonly keyId: string
  /** Base64url: the one-time public key (65 bytes), then AES-256-GCM of the digits. */
  readonly box: string
}

const referenceShape = /^number:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const sealedShape = /^number:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9a-f]{16}):([\w-]{100,400})$/

export function sealedText({ id, keyId, box }: SealedNumber): string {
  return `${numberReference(id)}:${keyId}:${box}`
}

export function numberReference(id: string): string {
  return `number:${id}`
}

export function readSealed(text: string): SealedNumber | null {
  const [, id = '', keyId = '', box = ''] = sealedShape.exec(text) ?? []
  return id === '' ? null : { id, keyId, box }
}

/** The id in a reference or a sealed number. */
export function numberIdOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return referenceShape.exec(value)?.[1] ?? readSealed(value)?.id ?? null
}

/** Whether both are the same number, sealed or by reference. */
export function isSameNumber(a: unknown, b: unknown): boolean {
  const id = numberIdOf(a)
  return id !== null && id === numberIdOf(b)
}

/** Context of the key derivation on both sides, in addition to the two public keys. */
export const sealingPurpose = 'ongyeol-office party number'
