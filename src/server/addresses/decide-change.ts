import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { problem } from '#contract/problem.ts'
import {
  type JudgedWrite,
  type Judgement,
  writableCollection,
  type WritableCollection,
} from '../db/writable-collection.ts'
import { Refusal } from '../http/refusal.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { newestExtract } from './saved-extracts.ts'
import { saveDescription, saveInterested, saveOwners } from './registered-records.ts'

/** Jobs create differences; people decide on each once. */
export async function judgeChange(trx: Transaction<Tables>, write: JudgedWrite): Promise<Judgement> {
  const { before, after } = write
  if (after === null) return { set: {} }
  if (before === null) return await restored(trx, 'address-changes', write)
  if (after['address_id'] !== before['address_id'])
    return refuse('변동 기록은 다른 주소로 옮길 수 없습니다.', 'address_id')
  if (before['decision'] === 'applied' && after['decision'] !== 'applied')
    return refuse('이미 반영한 변동은 되돌릴 수 없습니다. 소유자를 직접 수정해 주세요.', 'decision')
  return { set: {} }
}

/** Jobs create extracts; people may delete them and undo the delete. */
export async function judgeExtract(trx: Transaction<Tables>, write: JudgedWrite): Promise<Judgement> {
  if (write.after === null) return { set: {} }
  if (write.before !== null) return refuse('발급된 등본은 수정할 수 없습니다.')
  return await restored(trx, 'address-extracts', write)
}

/**
 * Deciding `applied` writes the register's data to the office's records, in the same transaction.
 * The newest extract counts, so it settles all open differences of that kind at the address.
 */
export const applyChange: NonNullable<WritableCollection['alongside']> = async (
  trx,
  { before, after, writer },
  within,
) => {
  if (before['decision'] === 'applied' || after['decision'] !== 'applied') return
  const addressId = String(after['address_id'])
  const newest = await newestExtract(trx, addressId)
  if (newest === null)
    throw new Refusal(problem('refused', { message: '등본이 삭제되어 반영할 수 없습니다. 등본을 다시 발급해 주세요.' }))
  const context = { trx, within, newId: randomUUID, writer }
  const kind = String(after['change_kind'])
  await (savers[kind] ?? saveDescription)(context, addressId, newest.extract)
  const others = await trx
    .selectFrom('address_change')
    .select('id')
    .where('address_id', '=', addressId)
    .where('change_kind', 'in', decidedWith(kind))
    .where('decision', '=', 'open')
    .where('id', '!=', after.id)
    .execute()
  for (const { id } of others) await within(trx, changes, { kind: 'update', body: { id, decision: 'applied' }, writer })
}

/** Without `alongside`: the other differences are only marked as applied. */
const changes = writableCollection('address-changes')

const rights = ['mortgage_added', 'mortgage_lifted', 'right_added', 'right_lifted']

const savers: Readonly<Record<string, typeof saveDescription>> = {
  owner_changed: (context, addressId, extract) => saveOwners(context, addressId, { extract }),
  ...Object.fromEntries(rights.map((kind) => [kind, saveInterested])),
}

function decidedWith(kind: string): string[] {
  return rights.includes(kind) ? rights : [kind]
}

/** Refuses creation by hand; an undone delete restores the record as it was. */
async function restored(trx: Transaction<Tables>, collection: string, { id }: JudgedWrite): Promise<Judgement> {
  const { rows } = await sql<{ kind: string; fields: Record<string, { old: unknown }> }>`
    select kind, fields from change where collection = ${collection} and record_id = ${id} order by version desc limit 1
  `.execute(trx)
  const [last] = rows
  if (last?.kind !== 'delete') return refuse('등본과 변동 기록은 등본을 발급할 때 만들어집니다.')
  return { set: Object.fromEntries(Object.entries(last.fields).map(([key, { old }]) => [key, old])) }
}

function refuse(message: string, field?: string): Judgement {
  return { refusal: { message, ...(field !== undefined && { field }) } }
}
