import type { AnyRecord, Field } from '#contract/books/field.ts'
import { numberFaultIn } from '#contract/numbers/number-fault.ts'
import { holdsResidentNumber, residentNumberFault } from '#contract/numbers/resident-number.ts'
import { idSchema } from '#contract/records/values.ts'
import type { Database } from '../db/client.ts'
import type { WritableCollection, WriteAnswer, Writer, WriteRequest } from '../db/writable-collection.ts'
import { asFields } from '../books/write-routes.ts'
import { claimOfWrite } from './claim-op.ts'
import { lockVisible } from './judge-write.ts'
import { refuseWrite } from './write-answer.ts'

/**
 * Refuses a write that brings a resident number into free text before anything of it is stored,
 * including its opId and request hash. A number the record already holds from before this rule may
 * come back with a whole row: that field is left out of the write, so that the other fields can be
 * edited. A write that was answered earlier keeps its answer.
 */
export async function extractResidentNumbers(
  db: Database,
  collection: WritableCollection,
  request: WriteRequest,
): Promise<{ refused: WriteAnswer } | { request: WriteRequest }> {
  const body = asFields(request.body)
  const held = heldNumbers(collection, body)
  if (held.size === 0 || request.kind === 'delete') return { request }
  const rest = Object.fromEntries(Object.entries(body).filter(([key]) => !held.has(key)))
  const filtered = { ...request, body: rest }
  const before = await readAnswered(db, request)
  if (before !== undefined)
    return { request: claimOfWrite(collection, filtered)?.requestHash === before ? filtered : request }
  const current =
    request.kind === 'update' ? await readCurrent(db, collection, { body, writer: request.writer }) : undefined
  const brought = [...held].filter(([key]) => !current || plain(body[key]) !== (current[key] ?? null))
  const [first] = brought
  if (first === undefined) return { request: filtered }
  const label = collection.description.fields.find((field: Field) => field.key === first[0])?.label
  const message = label === undefined ? first[1] : `${label}: ${first[1]}`
  const named = brought.filter(([key]) => !holdsResidentNumber(key))
  return { refused: refuseWrite('refused', { message, fields: Object.fromEntries(named) }) }
}

/** The fault of each key. Unknown keys are checked too, because refusals name them. */
function heldNumbers(
  collection: WritableCollection,
  body: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const fields = new Map<string, Field>(collection.description.fields.map((field) => [field.key, field]))
  return new Map(
    Object.entries(body).flatMap(([key, value]) => {
      const field = fields.get(key) ?? freeText
      const text = typeof value === 'string' && field.editable !== false ? value : ''
      const fault = residentNumberFault(key) ?? numberFaultIn(field, text)
      return fault === null ? [] : [[key, fault] as const]
    }),
  )
}

const freeText: Pick<Field, 'kind' | 'editable'> = { kind: 'text' }

/** The request hash stored with the opId. */
async function readAnswered(db: Database, { opId }: WriteRequest): Promise<string | undefined> {
  if (!idSchema.safeParse(opId).success || opId === undefined) return undefined
  const op = await db.selectFrom('op').select('request_hash').where('op_id', '=', opId).executeTakeFirst()
  return op?.request_hash
}

async function readCurrent(
  db: Database,
  collection: WritableCollection,
  { body, writer }: { body: Readonly<Record<string, unknown>>; writer: Writer },
): Promise<AnyRecord | undefined> {
  const id = idSchema.safeParse(body['id'])
  if (!id.success) return undefined
  return await db.transaction().execute((trx) => lockVisible(trx, collection, { id: id.data, writer }))
}

/** The value as it would be stored. */
function plain(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFC').trim() : value
}
