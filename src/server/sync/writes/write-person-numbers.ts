import type { Selectable, Transaction } from 'kysely'
import type { AnyRecord, Field } from '#contract/books/field.ts'
import {
  containsResidentNumber,
  findPersonNumberError,
  findResidentNumberError,
} from '#contract/person-numbers/resident-number.ts'
import {
  formatPersonNumberReference,
  listPersonNumberFields,
  parsePersonNumberId,
  parseSealedNumber,
  type SealedNumberField,
} from '#contract/person-numbers/sealed-number.ts'
import { idSchema } from '#contract/records/values.ts'
import { checkPersonNumber, keepDigits, maskPersonNumber, type PartyKind } from '#domain/text/person-number.ts'
import { toFields } from '#server/books/write-routes.ts'
import type { Database } from '#server/db/client.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import { markCurrentPersonNumber, savePersonNumbers } from '#server/person-numbers/number-at-rest.ts'
import { decryptSealedNumber, sealPlainNumber } from '#server/person-numbers/sealed-numbers.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import type { WritableBook, WriteWithin } from '#server/writes/writable-book.ts'
import type { Writer, WriteRequest, WriteResponse } from '#server/writes/write-request.ts'
import { buildWriteClaim } from './claim-op.ts'
import { lockVisible } from './write-checks.ts'
import { createRefusal } from './write-input.ts'

/**
 * Encrypts every plain number in the request as a device would, so that no log, hash, response or
 * error can contain a digit. Masked and encrypted values stay as they are.
 */
export function sealPersonNumbers(keys: OfficeKeys, book: WritableBook, request: WriteRequest): WriteRequest {
  const body = toFields(request.body)
  const plainNumbers = listPersonNumberFields(book).flatMap(({ key }) => {
    const value = typeof body[key] === 'number' ? String(body[key]) : body[key]
    return typeof value === 'string' && isPlain(value) ? [[key, value.trim()] as const] : []
  })
  if (plainNumbers.length === 0) return request
  const requestKey = `${request.opId ?? crypto.randomUUID()} ${book.name} ${String(body['id'])}`
  const sealed = plainNumbers.map(([key, value]) => [
    key,
    sealPlainNumber(keys.newest(), value.slice(0, maxLength), `${requestKey} ${key}`),
  ])
  return { ...request, body: { ...body, ...Object.fromEntries(sealed) } }
}

/** Longer input is cut to this before encryption; it is still too long to be a valid number. */
const maxLength = 100

function isPlain(text: string): boolean {
  return text.trim() !== '' && parsePersonNumberId(text) === null && !/^\d{6}-\d\*{6}$/.test(text.trim())
}

export interface WriteContext {
  readonly request: WriteRequest
  readonly keys: OfficeKeys
  /** Scope of the writes that follow from this one. */
  readonly within: WriteWithin
}

/** The number fields of a write, resolved. */
interface WrittenPersonNumbers {
  /**
   * The fields with each number replaced by its reference; a typed number always gets a new one.
   */
  readonly fields: Record<string, unknown>
  /**
   * The masked texts to write with the numbers, once the kind of party is known, or the refusal of
   * a number.
   */
  finalize(write: Write): { readonly refused: WriteResponse } | { readonly set: Readonly<Record<string, unknown>> }
  /** Stores the numbers, after the record is written. */
  store(changes: Readonly<Record<string, unknown>>): Promise<void>
}

interface Write {
  readonly changes: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** A number that is not stored yet, or one that is. */
type PersonNumberRef = { readonly id: string } & ({ readonly text: string } | { readonly masked: string })

interface PersonNumberWrite {
  readonly book: WritableBook
  readonly keys: OfficeKeys
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
  /** Null for a create. */
  readonly current: AnyRecord | null
}

/** Resolves the numbers in a write. Writes nothing yet. */
export async function preparePersonNumbers(
  trx: Transaction<Tables>,
  personNumberWrite: PersonNumberWrite,
): Promise<{ refused: WriteResponse } | WrittenPersonNumbers> {
  const { book, keys, id, current } = personNumberWrite
  const fields = { ...personNumberWrite.fields }
  const refs = new Map<string, PersonNumberRef>()
  for (const field of listPersonNumberFields(book)) {
    const value = fields[field.key]
    if (typeof value !== 'string') continue
    const parsedNumber = await readNumber(trx, personNumberWrite, { field, value })
    if ('error' in parsedNumber) return { refused: createPersonNumberRefusal(field, parsedNumber.error) }
    if ('same' in parsedNumber) fields[field.key] = parsedNumber.same
    else {
      fields[field.key] = formatPersonNumberReference(parsedNumber.ref.id)
      refs.set(field.key, parsedNumber.ref)
    }
  }
  return {
    fields,
    finalize: (write) => finalizeMasks(book, refs, write),
    async store(changes) {
      for (const field of listPersonNumberFields(book)) {
        if (!(field.key in changes)) continue
        const number = refs.get(field.key)
        if (number && 'text' in number && current?.[field.key] !== changes[field.key])
          await savePersonNumbers(trx, keys, [
            {
              id: number.id,
              collection: book.name,
              record_id: id,
              field: field.key,
              digits: keepDigits(number.text),
              masked: String(changes[field.companions.masked]),
            },
          ])
        await markCurrentPersonNumber(trx, { record_id: id, field: field.key, currentId: number?.id ?? null })
      }
    },
  }
}

/** Releases the numbers of a deleted record; an undo finds them for some days. */
export async function releasePersonNumbers(trx: Transaction<Tables>, book: WritableBook, id: string): Promise<void> {
  if (listPersonNumberFields(book).length > 0)
    await markCurrentPersonNumber(trx, { record_id: id, field: null, currentId: null })
}

type PersonNumberInput = { readonly ref: PersonNumberRef } | { readonly same: unknown } | { readonly error: string }

async function readNumber(
  trx: Transaction<Tables>,
  personNumberWrite: PersonNumberWrite,
  { field, value }: { field: SealedNumberField; value: string },
): Promise<PersonNumberInput> {
  const { keys, current } = personNumberWrite
  const previous = current?.[field.key] ?? null
  const id = parsePersonNumberId(value)
  if (id === null)
    return value.trim() === current?.[field.companions.masked] ? { same: previous } : { error: maskedError }
  if (previous === formatPersonNumberReference(id)) return { same: previous }
  const stored = await readStored(trx, personNumberWrite, { field, id })
  if (stored) return { ref: { id, masked: stored.masked } }
  // The number was destroyed meanwhile, so a restored record has none.
  if (parseSealedNumber(value) === null) return current === null ? { same: null } : { error: destroyedError }
  const text = decryptSealedNumber(keys, value)
  if (text === null || (await isPersonNumberIdTaken(trx, id))) return { error: unopenedError }
  // HAZARD: never compare it with the current number. A response, a version or a conflict would
  // reveal whether a guess was right, and nobody would notice the attempt.
  return { ref: { id, text } }
}

const maskedError = '가려진 번호로는 바꿀 수 없습니다. 13자리를 모두 입력해 주세요.'
const destroyedError = '예전 번호는 이미 지워져 되돌릴 수 없습니다. 번호를 다시 입력해 주세요.'
const unopenedError = '암호화된 번호를 열 수 없습니다. 번호를 다시 입력해 주세요.'

/** A number that this field of this record holds or held. */
async function readStored(
  trx: Transaction<Tables>,
  { book, id: recordId }: PersonNumberWrite,
  { field, id }: { field: SealedNumberField; id: string },
): Promise<Selectable<Tables['party_number']> | undefined> {
  return await trx
    .selectFrom('party_number')
    .selectAll()
    .where('id', '=', id)
    .where('collection', '=', book.name)
    .where('record_id', '=', recordId)
    .where('field', '=', field.key)
    .executeTakeFirst()
}

async function isPersonNumberIdTaken(trx: Transaction<Tables>, id: string): Promise<boolean> {
  return (await trx.selectFrom('party_number').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

function finalizeMasks(
  book: WritableBook,
  refs: ReadonlyMap<string, PersonNumberRef>,
  { changes, after }: Write,
): ReturnType<WrittenPersonNumbers['finalize']> {
  const set: Record<string, unknown> = {}
  for (const field of listPersonNumberFields(book)) {
    if (!(field.key in changes)) continue
    const number = refs.get(field.key)
    if (!number || 'masked' in number) {
      set[field.companions.masked] = number?.masked ?? null
      continue
    }
    const kind = readPartyKind(book, field, after)
    const checked = checkPersonNumber(kind, number.text)
    if (!checked.ok) return { refused: createPersonNumberRefusal(field, checked.message) }
    set[field.companions.masked] = maskPersonNumber(kind, checked.digits)
  }
  return { set }
}

/** A missing kind means the default of the form. */
function readPartyKind(
  book: WritableBook,
  { companions }: SealedNumberField,
  after: Readonly<Record<string, unknown>>,
): PartyKind {
  const defaultKind = book.fields.find(({ key }) => key === companions.kind)?.startsAs
  return (after[companions.kind] ?? defaultKind) === 'corporation' ? 'corporation' : 'person'
}

function createPersonNumberRefusal({ key, label }: SealedNumberField, error: string): WriteResponse {
  const message = `${label}: ${error}`
  return createRefusal('refused', { message, fields: { [key]: message } })
}

/**
 * Refuses a write that brings a resident number into free text before anything of it is stored,
 * including its opId and request hash. A number the record already holds from before this rule may
 * come back with a whole row: that field is left out of the write, so that the other fields can be
 * edited. A write that already has a response keeps it.
 */
export async function refuseResidentNumbers(
  db: Database,
  book: WritableBook,
  request: WriteRequest,
): Promise<{ refused: WriteResponse } | { request: WriteRequest }> {
  const body = toFields(request.body)
  const numbers = findPersonNumberErrors(book, body)
  if (numbers.size === 0 || request.kind === 'delete') return { request }
  const otherFields = Object.fromEntries(Object.entries(body).filter(([key]) => !numbers.has(key)))
  const filtered = { ...request, body: otherFields }
  const storedHash = await readStoredHash(db, request)
  if (storedHash !== undefined)
    return { request: buildWriteClaim(book, filtered)?.requestHash === storedHash ? filtered : request }
  const current = request.kind === 'update' ? await readCurrent(db, book, { body, writer: request.writer }) : undefined
  const addedNumbers = [...numbers].filter(([key]) => !current || normalizeValue(body[key]) !== (current[key] ?? null))
  const [first] = addedNumbers
  if (first === undefined) return { request: filtered }
  const label = book.fields.find((field: Field) => field.key === first[0])?.label
  const message = label === undefined ? first[1] : `${label}: ${first[1]}`
  const named = addedNumbers.filter(([key]) => !containsResidentNumber(key))
  return { refused: createRefusal('refused', { message, fields: Object.fromEntries(named) }) }
}

/** The error of each key. Unknown keys are checked too, because refusals name them. */
function findPersonNumberErrors(
  book: WritableBook,
  body: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const fields = new Map<string, Field>(book.fields.map((field) => [field.key, field]))
  return new Map(
    Object.entries(body).flatMap(([key, value]) => {
      const field = fields.get(key) ?? unknownField
      const text = typeof value === 'string' && field.editable !== false ? value : ''
      const error = findResidentNumberError(key) ?? findPersonNumberError(field, text)
      return error === null ? [] : [[key, error] as const]
    }),
  )
}

const unknownField: Pick<Field, 'kind' | 'editable'> = { kind: 'text' }

/** The request hash stored with the opId. */
async function readStoredHash(db: Database, { opId }: WriteRequest): Promise<string | undefined> {
  if (!idSchema.safeParse(opId).success || opId === undefined) return undefined
  const op = await db.selectFrom('op').select('request_hash').where('op_id', '=', opId).executeTakeFirst()
  return op?.request_hash
}

async function readCurrent(
  db: Database,
  book: WritableBook,
  { body, writer }: { body: Readonly<Record<string, unknown>>; writer: Writer },
): Promise<AnyRecord | undefined> {
  const id = idSchema.safeParse(body['id'])
  if (!id.success) return undefined
  return await db.transaction().execute((trx) => lockVisible(trx, book, { id: id.data, writer }))
}

/** The value as it would be stored. */
function normalizeValue(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value
}
