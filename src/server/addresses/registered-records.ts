import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { AddressOwner } from '#contract/books/address-parts.ts'
import { problem } from '#contract/problem.ts'
import type { RegistryExtract } from '#contract/registry/extract.ts'
import { hasSameOwners, isSameLot } from '#domain/registry/compare-extracts.ts'
import { classifyPersonNumber } from '#domain/registry/mask-extract.ts'
import {
  formatInterestedParties,
  formatOwnerName,
  guessOwnerKind,
  listRegisteredOwners,
  type RegisteredOwner,
} from '#domain/registry/registered-owners.ts'
import { checkPersonNumber, type PartyKind } from '#domain/text/person-number.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { PersonNumber } from '#server/registry/registry-source.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'
import type { CheckedWrite, WriteDecision } from '#server/writes/write-request.ts'
import { type ExtractContext, readNewestExtract } from './saved-extracts.ts'

type WritingContext = Pick<ExtractContext, 'trx' | 'within' | 'newId' | 'writer'>

/**
 * Replaces the owners of an address with those of its extract, and names them in the address.
 * HAZARD: only after somebody decided so, or if there were no owners yet.
 */
export async function saveOwners(
  context: WritingContext,
  addressId: string,
  { extract, numbers = [] }: { extract: RegistryExtract; numbers?: readonly PersonNumber[] },
): Promise<void> {
  const currentOwners = await readOwners(context.trx, addressId)
  const registered = listRegisteredOwners(extract)
  const unmatched = [...currentOwners]
  for (const [position, owner] of registered.entries()) {
    const index = unmatched.findIndex((currentOwner) => hasSameOwners([asRegistered(currentOwner)], [owner]))
    const same = index >= 0 ? unmatched.splice(index, 1)[0] : undefined
    const fields = { ...toOwnerFields(owner), ...findNumber(owner, numbers), place: position }
    if (same) await updateRecord(context, owners, { before: same, fields })
    else await createOwner(context, { address_id: addressId, ...fields }, owner.num_masked || null)
  }
  for (const { id } of unmatched)
    await context.within(context.trx, owners, { kind: 'delete', body: { id }, writer: context.writer })
  await saveOwnerName(context, addressId, formatOwnerName(registered))
}

/** Fills in empty fields of owners that match; never replaces an entered value. */
export async function completeOwners(
  context: WritingContext,
  addressId: string,
  { extract, numbers = [] }: { extract: RegistryExtract; numbers?: readonly PersonNumber[] },
): Promise<void> {
  const currentOwners = await readOwners(context.trx, addressId)
  for (const owner of listRegisteredOwners(extract)) {
    const same = currentOwners.find((currentOwner) => hasSameOwners([asRegistered(currentOwner)], [owner]))
    if (!same) continue
    const ownerFields = { ...toOwnerFields(owner), ...findNumber(owner, numbers) }
    const empty = Object.entries(ownerFields).filter(([key]) => (same[key as keyof AddressOwner] ?? '') === '')
    await updateRecord(context, owners, { before: same, fields: Object.fromEntries(empty) })
  }
  const address = await context.trx
    .selectFrom('address')
    .select('owner_name')
    .where('id', '=', addressId)
    .executeTakeFirst()
  if (!address?.owner_name) await saveOwnerName(context, addressId, formatOwnerName(listRegisteredOwners(extract)))
}

/** Compares the recorded owners with the extract; null when none are recorded. */
export async function compareOwners(
  trx: Transaction<Tables>,
  addressId: string,
  extract: RegistryExtract,
): Promise<{ readonly isSame: boolean; readonly currentOwners: readonly ReturnType<typeof asRegistered>[] } | null> {
  const currentOwners = (await readOwners(trx, addressId)).map(asRegistered)
  return currentOwners.length === 0
    ? null
    : { currentOwners, isSame: hasSameOwners(currentOwners, listRegisteredOwners(extract)) }
}

/** Updates 관계인 of the parcel in the extract. */
async function saveInterested(context: WritingContext, addressId: string, extract: RegistryExtract): Promise<void> {
  for (const before of await findDescribedLands(context.trx, addressId, extract))
    await updateRecord(context, lands, {
      before,
      fields: { interested: formatInterestedParties(extract).slice(0, 300) || null },
    })
}

/** Updates 지목, 면적 and owners' addresses from the extract. */
async function saveDescription(context: WritingContext, addressId: string, extract: RegistryExtract): Promise<void> {
  const { land_kind, area } = extract.description
  if (extract.kind === 'land')
    for (const before of await findDescribedLands(context.trx, addressId, extract))
      await updateRecord(context, lands, {
        before,
        fields: { land_kind: land_kind || before.land_kind, area: area ?? before.area },
      })
  const currentOwners = await readOwners(context.trx, addressId)
  for (const owner of listRegisteredOwners(extract)) {
    const same = currentOwners.find((currentOwner) => hasSameOwners([asRegistered(currentOwner)], [owner]))
    if (same && owner.address !== '')
      await updateRecord(context, owners, { before: same, fields: { address: owner.address } })
  }
}

const owners = createWritableBook('address-owners')
const lands = createWritableBook('address-lands')
const addresses = createWritableBook('addresses')

async function readOwners(trx: Transaction<Tables>, addressId: string) {
  return await trx
    .selectFrom('address_owner')
    .selectAll()
    .where('address_id', '=', addressId)
    .orderBy('place')
    .orderBy('id')
    .execute()
}

/** The address's land that the extract describes; if it has only one, that one. */
async function findDescribedLands(trx: Transaction<Tables>, addressId: string, { description }: RegistryExtract) {
  const all = await trx.selectFrom('address_land').selectAll().where('address_id', '=', addressId).execute()
  if (all.length === 1) return all
  return all.filter(({ address, lot }) => isSameLot(`${address ?? ''} ${lot}`, description.address) === true)
}

function asRegistered({ name, num_masked, share }: Pick<AddressOwner, 'name' | 'num_masked' | 'share'>) {
  return { name, num_masked: num_masked ?? '', share: share ?? '' }
}

function toOwnerFields({ name, num_masked, address, share, entry }: RegisteredOwner) {
  return {
    name: name.slice(0, 100),
    party_kind: detectOwnerKind(name, num_masked),
    address: address || null,
    share: share || null,
    acquired_at: entry.received_at,
    receipt_num: entry.receipt_num || null,
    cause: entry.cause.slice(0, 100) || null,
  }
}

function detectOwnerKind(name: string, num: string): PartyKind {
  return num === '' ? guessOwnerKind(name) : classifyPersonNumber(num)
}

/** The full number if the source gave a valid one; otherwise the stored one stays. */
function findNumber(owner: RegisteredOwner, numbers: readonly PersonNumber[]): { num?: string } {
  const match = numbers.find(({ rank, name }) => rank === owner.entry.rank && name === owner.name)
  return match && checkPersonNumber(detectOwnerKind(owner.name, owner.num_masked), match.num).ok
    ? { num: match.num }
    : {}
}

async function createOwner(
  { trx, within, newId, writer }: WritingContext,
  fields: Readonly<Record<string, unknown>>,
  num_masked: string | null,
): Promise<void> {
  // With a full number, the pipeline writes the masked text itself.
  const stored = 'num' in fields ? {} : { num_masked }
  await within(trx, owners, { kind: 'create', body: { id: newId(), ...fields }, stored, writer })
}

async function updateRecord(
  { trx, within, writer }: WritingContext,
  book: WritableBook,
  { before, fields }: { before: { id: string }; fields: Readonly<Record<string, unknown>> },
): Promise<void> {
  if (Object.keys(fields).length === 0) return
  await within(trx, book, { kind: 'update', body: { id: before.id, ...fields }, writer })
}

async function saveOwnerName(context: WritingContext, addressId: string, ownerName: string | null): Promise<void> {
  if (ownerName !== null)
    await updateRecord(context, addresses, { before: { id: addressId }, fields: { owner_name: ownerName } })
}

/** Tasks create differences; people decide on each once. */
export async function checkChangeWrite(trx: Transaction<Tables>, write: CheckedWrite): Promise<WriteDecision> {
  const { before, after } = write
  if (after === null) return { set: {} }
  if (before === null) return await checkRestoreWrite(trx, 'address-changes', write)
  if (after['address_id'] !== before['address_id'])
    return refusal('변동 기록은 다른 주소로 옮길 수 없습니다.', 'address_id')
  if (before['decision'] === 'applied' && after['decision'] !== 'applied')
    return refusal('이미 반영한 변동은 되돌릴 수 없습니다. 소유자를 직접 수정해 주세요.', 'decision')
  return { set: {} }
}

/** Tasks create extracts; people may delete them and undo the delete. */
export async function checkExtractWrite(trx: Transaction<Tables>, write: CheckedWrite): Promise<WriteDecision> {
  if (write.after === null) return { set: {} }
  if (write.before !== null) return refusal('발급된 등본은 수정할 수 없습니다.')
  return await checkRestoreWrite(trx, 'address-extracts', write)
}

/**
 * Deciding `applied` writes the register's data to the office's records, in the same transaction.
 * The newest extract counts, so it settles all open differences of that kind at the address.
 */
export const applyChange: NonNullable<WritableBook['afterUpdate']> = async (trx, { before, after, writer }, within) => {
  if (before['decision'] === 'applied' || after['decision'] !== 'applied') return
  const addressId = String(after['address_id'])
  const newest = await readNewestExtract(trx, addressId)
  if (newest === null)
    throw new HttpProblem(
      problem('refused', { message: '등본이 삭제되어 반영할 수 없습니다. 등본을 다시 발급해 주세요.' }),
    )
  const context = { trx, within, newId: randomUUID, writer }
  const kind = String(after['change_kind'])
  await (savers[kind] ?? saveDescription)(context, addressId, newest.extract)
  const otherChanges = await trx
    .selectFrom('address_change')
    .select('id')
    .where('address_id', '=', addressId)
    .where('change_kind', 'in', listDecidedKinds(kind))
    .where('decision', '=', 'open')
    .where('id', '!=', after.id)
    .execute()
  for (const { id } of otherChanges)
    await within(trx, plainChanges, { kind: 'update', body: { id, decision: 'applied' }, writer })
}

/**
 * The plain collection, without the `afterUpdate` hook: marking the other differences as applied
 * doesn't write their records again.
 */
const plainChanges = createWritableBook('address-changes')

const rights = ['mortgage_added', 'mortgage_lifted', 'right_added', 'right_lifted']

const savers: Readonly<Record<string, typeof saveDescription>> = {
  owner_changed: (context, addressId, extract) => saveOwners(context, addressId, { extract }),
  ...Object.fromEntries(rights.map((kind) => [kind, saveInterested])),
}

function listDecidedKinds(kind: string): string[] {
  return rights.includes(kind) ? rights : [kind]
}

/** Refuses creation by hand; an undone delete restores the record as it was. */
async function checkRestoreWrite(
  trx: Transaction<Tables>,
  collection: string,
  { id }: CheckedWrite,
): Promise<WriteDecision> {
  const { rows } = await sql<{ kind: string; fields: Record<string, { old: unknown }> }>`
    select kind, fields from change where collection = ${collection} and record_id = ${id} order by version desc limit 1
  `.execute(trx)
  const [last] = rows
  if (last?.kind !== 'delete') return refusal('등본과 변동 기록은 등본을 발급할 때 만들어집니다.')
  return { set: Object.fromEntries(Object.entries(last.fields).map(([key, { old }]) => [key, old])) }
}

function refusal(message: string, field?: string): WriteDecision {
  return { refusal: { message, ...(field !== undefined && { field }) } }
}
