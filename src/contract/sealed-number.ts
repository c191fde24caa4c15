/**
 * The number of a party on its way (decision 29). A field of kind `secret` takes a sealed number, which only the server opens, and holds its reference afterwards:
 * `number:<id>`, made where it was sealed, so that a device knows what it wrote again when it comes back. The reference tells nothing; undo, conflicts and history work with it.
 */
export interface SealedNumber {
  readonly id: string
  /** Which of the server's keys it is sealed to. */
  readonly keyId: string
  /** Base64url: the one-time public key of the sealing (65 bytes), then AES-256-GCM of the digits. */
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

/** The id in a reference or in a sealed number. */
export function numberIdOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return referenceShape.exec(value)?.[1] ?? readSealed(value)?.id ?? null
}

/** Whether both are the same number: sealed as it left the device, and the reference it came back as. */
export function isSameNumber(a: unknown, b: unknown): boolean {
  const id = numberIdOf(a)
  return id !== null && id === numberIdOf(b)
}

/** What both sides derive the key of a sealing for, beside the two public keys. */
export const sealingPurpose = 'ongyeol-office party number'
