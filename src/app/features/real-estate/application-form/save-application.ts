import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { ApplicationLand, ApplicationParty } from '#contract/applications/parties-json.ts'
import { maskPartyNumber, digitsOf } from '#domain/party-number.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { readDraft } from '#app/records/form/record-draft.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { recordCreate, recordDelete, recordUpdate } from '#app/records/record-edits.ts'
import { isBlank, readShare, type PartyDraft } from '../parties/party-draft.ts'
import { applicationBook, type ApplicationDraft, type LandDraft } from './application-draft.ts'
import type { LoadedUnit } from './load-unit.ts'

interface Saving {
  readonly today: string
  readonly newId: () => string
  /** Seals a number for the server: what leaves the form is never plain (decision 29). */
  readonly seal: (digits: string) => Promise<string>
}

/** All that saving the form does, as one action: the unit's lands and parties as they stand in it, and the form itself. Throws what a book refuses. */
export async function editsOfForm(loaded: LoadedUnit, draft: ApplicationDraft, saving: Saving): Promise<ActionEdit[]> {
  const { unit } = loaded
  const counterparties = draft.counterparties.filter((party) => !isBlank(party))
  const owners = await Promise.all(draft.owners.map((party, at) => ownerFields(party, at, saving)))
  const others = await Promise.all(counterparties.map((party, at) => counterpartyFields(party, at, saving)))
  return [
    ...editsOfParts('unit-lands', unit.id, { before: loaded.lands, after: draft.lands.map(landFields) }),
    ...editsOfParts('unit-owners', unit.id, { before: loaded.owners, after: owners }),
    ...editsOfParts('unit-mortgages', unit.id, { before: loaded.mortgages, after: others }),
    applicationEdit(loaded, { ...draft, counterparties }, saving),
  ]
}

interface PartFields {
  readonly id: string
  readonly values: Record<string, FieldValue>
}

/** A part that is no longer in the form leaves the unit, too. */
function editsOfParts(
  collection: CollectionName,
  unitId: string,
  { before, after }: { before: readonly object[]; after: readonly PartFields[] },
): ActionEdit[] {
  const book = recordBook(collection)
  const kept = before as readonly AnyRecord[]
  const written = after.map(({ id, values }): ActionEdit => {
    const record = kept.find((each) => each.id === id) ?? null
    const made = record
      ? recordUpdate(book, { record, joined: {} }, values)
      : recordCreate(book, id, { unit_id: unitId, ...values })
    if ('refusal' in made) throw new RefusedForm(made.refusal)
    return { edit: made.edit, record, caption: book.rules.captionOf(values) }
  })
  const left = kept.filter(({ id }) => !after.some((part) => part.id === id))
  const removed = left.map((record): ActionEdit => {
    const row = { record, joined: {} }
    return { edit: recordDelete(book, row), record, caption: captionOfRow(book, row) }
  })
  return [...written, ...removed]
}

/** What a book says about a form that it does not take. */
export class RefusedForm extends Error {
  override name = 'RefusedForm'
}

function landFields({ id, address, landKind, area }: LandDraft, at: number): PartFields {
  const values = {
    ...{ address: address.trim(), land_kind: textOrNull(landKind), place: at },
    area: area.trim() === '' ? null : Number(area),
  }
  return { id, values }
}

async function ownerFields(party: PartyDraft, at: number, saving: Saving): Promise<PartFields> {
  const values = {
    ...{ party_kind: party.kind, owner: party.name.trim(), owner_address: textOrNull(party.address) },
    ...{ business_name: textOrNull(party.businessName), business_num: textOrNull(party.businessNumber) },
    ...{ owner_name: textOrNull(party.representative), share: readShare(party.share), place: at },
    ...(await sealed(party, 'owner_num', saving)),
  }
  return { id: party.id, values }
}

async function counterpartyFields(party: PartyDraft, at: number, saving: Saving): Promise<PartFields> {
  const values = {
    ...{ role: party.role, party_kind: party.kind, name: party.name.trim(), address: textOrNull(party.address) },
    ...{ position: textOrNull(party.position), company_num: textOrNull(party.businessNumber) },
    ...{ owner_name: textOrNull(party.representative), share: readShare(party.share), place: at },
    ...(await sealed(party, 'num', saving)),
  }
  return { id: party.id, values }
}

/** Nothing where nobody typed: the number that is kept stays. */
async function sealed(party: PartyDraft, key: string, { seal }: Saving): Promise<Record<string, string>> {
  const digits = digitsOf(party.typedNumber)
  return digits === '' ? {} : { [key]: await seal(digits) }
}

function applicationEdit(loaded: LoadedUnit, draft: ApplicationDraft, { today, newId }: Saving): ActionEdit {
  const read = readDraft(applicationBook.description.fields, draft.texts, { today })
  const values: Record<string, FieldValue> = {
    ...read.values,
    property_id: loaded.unit.id,
    lands_json: JSON.stringify(draft.lands.map(asLand)),
    grantees_json: JSON.stringify(draft.owners.map(asParty)),
    grantors_json: JSON.stringify(draft.counterparties.map(asParty)),
  }
  const record = draft.saved as AnyRecord | null
  const made = record
    ? recordUpdate(applicationBook, { record, joined: {} }, values)
    : recordCreate(applicationBook, newId(), values)
  if ('refusal' in made) throw new RefusedForm(made.refusal)
  return { edit: made.edit, record, caption: applicationBook.rules.captionOf(values) }
}

function asLand({ id, address, landKind, area }: LandDraft): ApplicationLand {
  return {
    id,
    address: address.trim(),
    land_kind: textOrNull(landKind),
    area: area.trim() === '' ? null : Number(area),
  }
}

function asParty(party: PartyDraft): ApplicationParty {
  const digits = digitsOf(party.typedNumber === '' ? (party.maskedNumber ?? '') : party.typedNumber)
  return {
    ...{ id: party.id, party_kind: party.kind, role: party.role, name: party.name.trim() },
    // Also of corporations: their numbers have the shape of resident numbers, and the free text of a form takes none.
    num_masked: digits.length < 13 ? party.maskedNumber : maskPartyNumber('person', digits),
    ...{ address: party.address.trim(), position: textOrNull(party.position) },
    ...{ business_name: textOrNull(party.businessName), business_num: textOrNull(party.businessNumber) },
    ...{ business_owner_name: textOrNull(party.representative), share_ratio: readShare(party.share) ?? 0 },
  }
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim()
}
