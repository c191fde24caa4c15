import { z } from 'zod'
import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field, FieldValue } from '#contract/books/field.ts'
import { containsResidentNumber, findPersonNumberError } from './resident-number.ts'
import type { SealedBox } from './sealed-box.ts'

/**
 * Encryption of a person's number. A field of kind `secret` accepts a sealed number, which only the
 * server can open, and afterwards holds its reference `number:<id>`. The device makes the id when
 * it encrypts, so it recognizes its own write in the response. The reference reveals nothing; undo,
 * conflicts and history work with it.
 */
interface SealedNumber extends SealedBox {
  readonly id: string
}

const referenceShape = /^number:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const sealedShape = /^number:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}):([0-9a-f]{16}):([\w-]{100,400})$/

export function formatSealedNumber({ id, keyId, box }: SealedNumber): string {
  return `${formatPersonNumberReference(id)}:${keyId}:${box}`
}

export function formatPersonNumberReference(id: string): string {
  return `number:${id}`
}

export function parseSealedNumber(text: string): SealedNumber | null {
  const [, id = '', keyId = '', box = ''] = sealedShape.exec(text) ?? []
  return id === '' ? null : { id, keyId, box }
}

/** The id in a reference or a sealed number. */
export function parsePersonNumberId(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return referenceShape.exec(value)?.[1] ?? parseSealedNumber(value)?.id ?? null
}

/** Whether both are the same number, sealed or by reference. */
export function isSamePersonNumber(a: unknown, b: unknown): boolean {
  const id = parsePersonNumberId(a)
  return id !== null && id === parsePersonNumberId(b)
}

/** Context of the key derivation on both sides, in addition to the two public keys. */
export const sealingPurpose = 'ongyeol-office party number'

/**
 * Whether any value must not stay on a device: a number in free text, or an unencrypted one in its
 * own field. Keys without a field are checked as free text.
 */
export function hasUnsealedPersonNumber(
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue | undefined>>,
): boolean {
  return Object.entries(values).some(([key, value]) => {
    if (typeof value !== 'string') return false
    const field = fields.find((candidate) => candidate.key === key)
    if (field?.kind === 'secret') return value !== '' && parsePersonNumberId(value) === null
    return field ? findPersonNumberError(field, value) !== null : containsResidentNumber(value)
  })
}

/** A field for a person's number, with its two companion fields. */
export type SealedNumberField = Field & Required<Pick<Field, 'companions'>>

export function listPersonNumberFields({
  fields,
}: {
  readonly fields: readonly Field[]
}): readonly SealedNumberField[] {
  return fields.filter((field): field is SealedNumberField => field.kind === 'secret' && field.companions !== undefined)
}

/**
 * The key of the readable value: for a number its masked companion field, otherwise the field
 * itself.
 */
export function toReadableKey(collection: CollectionName, key: string): string {
  return listPersonNumberFields(getBook(collection)).find((field) => field.key === key)?.companions.masked ?? key
}

/** `GET`: the server's public key, to which devices encrypt numbers. */
export const sealingKeyPath = '/api/mysql/realestate/sealing_key'
export const sealingKeySchema = z.object({
  key_id: z.string().regex(/^[0-9a-f]{16}$/),
  /** Base64url of the uncompressed P-256 point, 65 bytes. */
  public_key: z.string().regex(/^[\w-]{87}$/),
})
export type SealingKey = z.infer<typeof sealingKeySchema>
