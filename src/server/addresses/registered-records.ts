import type { Transaction } from 'kysely'
import type { Extract } from '#contract/addresses/extract.ts'
import type { AddressOwner } from '#contract/books/address-parts.ts'
import { sameOwners } from '#domain/registry/compare-extracts.ts'
import { kindOfNumber } from '#domain/registry/mask-extract.ts'
import { kindOfOwner, ownerNameOf } from '#domain/registry/owner-words.ts'
import { registeredOwners, type RegisteredOwner } from '#domain/registry/registered-owners.ts'
import { interestedText } from '#domain/registry/registered-rights.ts'
import { isSameLot } from '#domain/registry/same-lot.ts'
import { checkPartyNumber, type PartyKind } from '#domain/text/party-number.ts'
import { type WritableCollection, writableCollection } from '../db/writable-collection.ts'
import type { PartyNumber } from '../registry/registry-source.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { ExtractContext } from './saved-extracts.ts'

type WritingContext = Pick<ExtractContext, 'trx' | 'within' | 'newId' | 'writer'>

/**
 * Replaces the owners of an address by those of its extract, and names them in the address. HAZARD:
 * only after somebody decided so, or if there were no owners yet.
 */
export async function saveOwners(
  context: WritingContext,
  addressId: string,
  { extract, numbers = [] }: { extract: Extract; numbers?: readonly PartyNumber[] },
): Promise<void> {
  const known = await ownersOf(context.trx, addressId)
  const registered = registeredOwners(extract)
  const left = [...known]
  for (const [position, owner] of registered.entries()) {
    const at = left.findIndex((one) => sameOwners([asRegistered(one)], [owner]))
    const same = at >= 0 ? left.splice(at, 1)[0] : undefined
    const fields = { ...fieldsOf(owner), ...numberOf(owner, numbers), place: position }
    if (same) await change(context, owners, { before: same, fields })
    else await createOwner(context, { address_id: addressId, ...fields }, owner.num_masked || null)
  }
  for (const { id } of left)
    await context.within(context.trx, owners, { kind: 'delete', body: { id }, writer: context.writer })
  await nameOwner(context, addressId, ownerNameOf(registered))
}

/** Fills in empty fields of owners that match; never replaces an entered value. */
export async function completeOwners(
  context: WritingContext,
  addressId: string,
  { extract, numbers = [] }: { extract: Extract; numbers?: readonly PartyNumber[] },
): Promise<void> {
  const known = await ownersOf(context.trx, addressId)
  for (const owner of registeredOwners(extract)) {
    const same = known.find((one) => sameOwners([asRegistered(one)], [owner]))
    if (!same) continue
    const all = { ...fieldsOf(owner), ...numberOf(owner, numbers) }
    const empty = Object.entries(all).filter(([key]) => (same[key as keyof AddressOwner] ?? '') === '')
    await change(context, owners, { before: same, fields: Object.fromEntries(empty) })
  }
  const address = await context.trx
    .selectFrom('address')
    .select('owner_name')
    .where('id', '=', addressId)
    .executeTakeFirst()
  if (!address?.owner_name) await nameOwner(context, addressId, ownerNameOf(registeredOwners(extract)))
}

/** Whether the recorded owners match the extract; null: there are none. */
export async function knowsOwners(
  trx: Transaction<Tables>,
  addressId: string,
  extract: Extract,
): Promise<{ readonly isSame: boolean; readonly known: readonly ReturnType<typeof asRegistered>[] } | null> {
  const known = (await ownersOf(trx, addressId)).map(asRegistered)
  return known.length === 0 ? null : { known, isSame: sameOwners(known, registeredOwners(extract)) }
}

/** Updates 관계인 of the parcel in the extract. */
export async function saveInterested(context: WritingContext, addressId: string, extract: Extract): Promise<void> {
  for (const before of await landsOf(context.trx, addressId, extract))
    await change(context, lands, { before, fields: { interested: interestedText(extract).slice(0, 300) || null } })
}

/** Updates 지목, 면적 and owners' addresses from the extract. */
export async function saveDescription(context: WritingContext, addressId: string, extract: Extract): Promise<void> {
  const { land_kind, area } = extract.description
  if (extract.kind === 'land')
    for (const before of await landsOf(context.trx, addressId, extract))
      await change(context, lands, {
        before,
        fields: { land_kind: land_kind || before.land_kind, area: area ?? before.area },
      })
  const known = await ownersOf(context.trx, addressId)
  for (const owner of registeredOwners(extract)) {
    const same = known.find((one) => sameOwners([asRegistered(one)], [owner]))
    if (same && owner.address !== '')
      await change(context, owners, { before: same, fields: { address: owner.address } })
  }
}

const owners = writableCollection('address-owners')
const lands = writableCollection('address-lands')
const addresses = writableCollection('addresses')

async function ownersOf(trx: Transaction<Tables>, addressId: string) {
  return await trx
    .selectFrom('address_owner')
    .selectAll()
    .where('address_id', '=', addressId)
    .orderBy('place')
    .orderBy('id')
    .execute()
}

/** The address's land that the extract describes; if it has only one, that one. */
async function landsOf(trx: Transaction<Tables>, addressId: string, { description }: Extract) {
  const all = await trx.selectFrom('address_land').selectAll().where('address_id', '=', addressId).execute()
  if (all.length === 1) return all
  return all.filter(({ address, lot }) => isSameLot(`${address ?? ''} ${lot}`, description.address) === true)
}

function asRegistered({ name, num_masked, share }: Pick<AddressOwner, 'name' | 'num_masked' | 'share'>) {
  return { name, num_masked: num_masked ?? '', share: share ?? '' }
}

function fieldsOf({ name, num_masked, address, share, entry }: RegisteredOwner) {
  return {
    name: name.slice(0, 100),
    party_kind: partyKindOf(name, num_masked),
    address: address || null,
    share: share || null,
    acquired_at: entry.received_at,
    receipt_num: entry.receipt_num || null,
    cause: entry.cause.slice(0, 100) || null,
  }
}

function partyKindOf(name: string, num: string): PartyKind {
  return num === '' ? kindOfOwner(name) : kindOfNumber(num)
}

/** The full number if the source gave a valid one; otherwise the stored one stays. */
function numberOf(owner: RegisteredOwner, numbers: readonly PartyNumber[]): { num?: string } {
  const match = numbers.find(({ rank, name }) => rank === owner.entry.rank && name === owner.name)
  return match && checkPartyNumber(partyKindOf(owner.name, owner.num_masked), match.num).ok ? { num: match.num } : {}
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

async function change(
  { trx, within, writer }: WritingContext,
  collection: WritableCollection,
  { before, fields }: { before: { id: string }; fields: Readonly<Record<string, unknown>> },
): Promise<void> {
  if (Object.keys(fields).length === 0) return
  await within(trx, collection, { kind: 'update', body: { id: before.id, ...fields }, writer })
}

async function nameOwner(context: WritingContext, addressId: string, owner_name: string | null): Promise<void> {
  if (owner_name !== null) await change(context, addresses, { before: { id: addressId }, fields: { owner_name } })
}
