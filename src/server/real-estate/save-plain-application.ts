import type { PlainLand, PlainParty, ReadApplication } from '#contract/applications/plain-application.ts'
import { unitFromApplication } from '#domain/applications/unit-from-application.ts'
import { digitsOf, maskPartyNumber } from '#domain/party-number.ts'
import type { Database } from '../db/client.ts'
import { writableCollection, type WriteAnswer, type WritePipeline, type Writer } from '../db/writable-collection.ts'

interface Saving {
  readonly db: Database
  readonly writes: WritePipeline
  readonly writer: Writer
  readonly newId: () => string
  /** Names every write of the request, so that the same request sent again writes nothing twice; absent: nothing is remembered. */
  readonly opId: string | undefined
}

const collections = {
  lands: writableCollection('unit-lands'),
  owners: writableCollection('unit-owners'),
  mortgages: writableCollection('unit-mortgages'),
  applications: writableCollection('applications'),
  units: writableCollection('real-estate-units'),
}

/**
 * One application of a plain client (spec 2 §7): its lands and parties become those of the unit, each a write of its own, then the form, then what the unit did not say yet. What is refused first is
 * answered, and nothing after it is written; sent again, what stands already stays as it is.
 */
export async function savePlainApplication(saving: Saving, sent: ReadApplication): Promise<WriteAnswer> {
  const known = await knownParts(saving.db, sent.unitId)
  const parts: Part[] = [
    ...sent.lands.map((land, at) => landPart(land, at)),
    ...sent.grantees.map((party, at) => ownerPart(party, at)),
    ...sent.grantors.map((party, at) => counterpartyPart(party, at)),
  ].map((part) => ({ ...part, id: known.has(part.id) ? part.id : '' }))
  const ids: string[] = []
  for (const part of parts) {
    const answer = await writePart(saving, sent.unitId, part)
    if (answer.status >= 400) return answer
    ids.push(String((answer.body as { id?: unknown }).id))
  }
  const idOf = (part: number) => ids[part] ?? ''
  const owners = sent.lands.length
  const others = owners + sent.grantees.length
  const body = {
    id: saving.newId(),
    ...sent.fields,
    lands_json: JSON.stringify(sent.lands.map((land, at) => ({ ...landAsKept(land), id: idOf(at) }))),
    grantees_json: JSON.stringify(
      sent.grantees.map((party, at) => ({ ...asKept(party, null), id: idOf(owners + at) })),
    ),
    grantors_json: JSON.stringify(
      sent.grantors.map((party, at) => ({ ...asKept(party, party.role ?? 'mortgagee'), id: idOf(others + at) })),
    ),
  }
  const answer = await saving.writes.write(collections.applications, {
    ...{ kind: 'create', body, writer: saving.writer },
    ...(saving.opId !== undefined && { opId: saving.opId }),
  })
  return answer.status >= 400 ? answer : ((await tellUnit(saving, sent)) ?? answer)
}

/** Where the unit says nothing yet it takes what the form says. Answers a refusal only. */
async function tellUnit({ db, writes, writer }: Saving, sent: ReadApplication): Promise<WriteAnswer | null> {
  const unit = await db.selectFrom('real_estate_unit').selectAll().where('id', '=', sent.unitId).executeTakeFirst()
  const owners = sent.grantees.map(({ name }) => name ?? '')
  const told = unitFromApplication(unit ?? {}, sent.fields, owners)
  if (!unit || Object.keys(told).length === 0) return null
  const answer = await writes.write(collections.units, { kind: 'update', body: { id: unit.id, ...told }, writer })
  return answer.status >= 400 ? answer : null
}

interface Part {
  /** Empty: it is new. */
  readonly id: string
  readonly collection: keyof typeof collections
  readonly fields: Readonly<Record<string, unknown>>
}

/** Ids that the payload may name: those of this unit. Any other stands for a new part (plain clients number them as they like). */
async function knownParts(db: Database, unitId: string): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    (['unit_land', 'unit_owner', 'unit_mortgage'] as const).map((table) =>
      db.selectFrom(table).select('id').where('unit_id', '=', unitId).execute(),
    ),
  )
  return new Set(found.flat().map(({ id }) => id))
}

async function writePart({ writes, writer, newId }: Saving, unitId: string, part: Part): Promise<WriteAnswer> {
  const isNew = part.id === ''
  const body = isNew ? { id: newId(), unit_id: unitId, ...part.fields } : { id: part.id, ...part.fields }
  return await writes.write(collections[part.collection], { kind: isNew ? 'create' : 'update', body, writer })
}

function landPart(land: PlainLand, at: number): Part {
  return { id: String(land.id ?? ''), collection: 'lands', fields: { address: land.address, place: at } }
}

function ownerPart(party: PlainParty, at: number): Part {
  const fields = {
    ...{ party_kind: kindOf(party), owner: party.name, owner_num: party.num, owner_address: party.address },
    ...{ business_name: party.business_name, business_num: party.business_num },
    ...{ owner_name: party.business_owner_name, share: party.share_ratio ?? null, place: at },
  }
  return { id: String(party.id ?? ''), collection: 'owners', fields: withoutAbsent(fields) }
}

function counterpartyPart(party: PlainParty, at: number): Part {
  const fields = {
    ...{ role: party.role ?? 'mortgagee', party_kind: kindOf(party, 'corporation'), name: party.name, num: party.num },
    ...{ address: party.address, position: party.position, company_num: party.business_num },
    ...{ owner_name: party.business_owner_name, share: party.share_ratio ?? null, place: at },
  }
  return { id: String(party.id ?? ''), collection: 'mortgages', fields: withoutAbsent(fields) }
}

/** Whoever does not say: a party with a tax number or somebody who represents it is a corporation. */
function kindOf(party: PlainParty, otherwise: 'person' | 'corporation' = 'person'): 'person' | 'corporation' {
  const hasBusiness = [party.business_num, party.business_owner_name].some((value) => (value ?? '') !== '')
  return party.party_kind ?? (hasBusiness ? 'corporation' : otherwise)
}

function withoutAbsent(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

function landAsKept({ address }: PlainLand) {
  return { address: address ?? '', land_kind: null, area: null }
}

/** A party as the form keeps it: never with its number. */
function asKept(party: PlainParty, role: 'mortgagee' | 'seller' | null) {
  const digits = digitsOf(party.num ?? '')
  return {
    ...{ party_kind: kindOf(party, role === null ? 'person' : 'corporation'), role, name: party.name ?? '' },
    num_masked: digits.length === 13 ? maskPartyNumber('person', digits) : null,
    ...{ address: party.address ?? '', position: party.position ?? null },
    ...{ business_name: party.business_name ?? null, business_num: party.business_num ?? null },
    ...{ business_owner_name: party.business_owner_name ?? null, share_ratio: party.share_ratio ?? 100 },
  }
}
