import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { readDraft } from '#app/records/form/record-draft.ts'
import { buildPartEdits, readParts } from '#app/records/parts/part-draft.ts'
import { getRecordBook } from '#app/records/record-book.ts'
import { buildCreate, buildUpdate } from '#app/records/record-edits.ts'
import type { ApplicationLand, ApplicationParty } from '#contract/applications/parties-json.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { fillUnitFields } from '#domain/applications/application.ts'
import { keepDigits, maskPersonNumber } from '#domain/text/person-number.ts'
import { type PartyDraft, type PartySide, toPartyFields, unitLandForm } from '../parties/party-draft.ts'
import {
  type ApplicationDraft,
  applicationRecordBook,
  listEnteredGrantors,
  type LoadedUnit,
} from './application-draft.ts'

interface SaveContext {
  readonly today: string
  readonly newId: () => string
}

/**
 * All edits of a save as one action: the unit's lands and parties, the form, and fields that are
 * still empty on the unit; or the reason of a refusal.
 */
export function buildFormEdits(
  loaded: LoadedUnit,
  draft: ApplicationDraft,
  context: SaveContext,
): { edits: ActionEdit[] } | { refusal: string } {
  const { unit, lands, owners, mortgages } = loaded
  const { wantedParts } = readParts(unitLandForm, draft.lands, context.today)
  const edits: ActionEdit[] = []
  for (const result of [
    buildPartEdits('unit-lands', unit.id, { rows: lands, wantedParts }),
    buildPartEdits('unit-owners', unit.id, { rows: owners, wantedParts: toPartyRecords('grantee', draft.grantees) }),
    buildPartEdits('unit-mortgages', unit.id, {
      rows: mortgages,
      wantedParts: toPartyRecords('grantor', listEnteredGrantors(draft)),
    }),
    buildApplicationEdit(loaded, draft, context),
    buildUnitEdit(loaded, draft, context),
  ]) {
    if ('refusal' in result) return result
    edits.push(...result.edits)
  }
  return { edits }
}

function toPartyRecords(side: PartySide, parties: readonly PartyDraft[]) {
  return parties.map((party, index) => ({ id: party.id, fields: toPartyFields(side, party, index + 1) }))
}

function buildApplicationEdit(
  { unit }: LoadedUnit,
  draft: ApplicationDraft,
  { today, newId }: SaveContext,
): { edits: ActionEdit[] } | { refusal: string } {
  const values: Record<string, FieldValue> = {
    ...readDraft(applicationRecordBook.fields, draft.texts, { today }).values,
    property_id: unit.id,
    lands_json: JSON.stringify(readParts(unitLandForm, draft.lands, today).wantedParts.map(toApplicationLand)),
    grantees_json: JSON.stringify(draft.grantees.map(toApplicationParty)),
    grantors_json: JSON.stringify(listEnteredGrantors(draft).map(toApplicationParty)),
  }
  const record = draft.saved as AnyRecord | null
  const result = record
    ? buildUpdate(applicationRecordBook, { record, joined: {} }, values)
    : buildCreate(applicationRecordBook, newId(), values)
  if ('refusal' in result) return result
  return { edits: [{ edit: result.edit, record, caption: applicationRecordBook.rules.captionOf(values) }] }
}

/** Fills empty fields of the unit from the form. */
function buildUnitEdit(
  { unit }: LoadedUnit,
  draft: ApplicationDraft,
  { today }: SaveContext,
): { edits: ActionEdit[] } | { refusal: string } {
  const { values } = readDraft(applicationRecordBook.fields, draft.texts, { today })
  const owners = draft.grantees.map(({ name }) => name)
  const unitChanges = fillUnitFields(unit, values, owners)
  if (Object.keys(unitChanges).length === 0) return { edits: [] }
  const record = unit as unknown as AnyRecord
  const result = buildUpdate(unitRecordBook, { record, joined: {} }, unitChanges)
  return 'refusal' in result ? result : { edits: [{ edit: result.edit, record, caption: unit.dongho }] }
}

const unitRecordBook = getRecordBook('real-estate-units')

function toApplicationLand({
  id,
  fields,
}: {
  id: string
  fields: Readonly<Record<string, FieldValue>>
}): ApplicationLand {
  const { address, land_kind: kind, area } = fields
  return {
    id,
    address: typeof address === 'string' ? address : '',
    land_kind: typeof kind === 'string' ? kind : null,
    area: typeof area === 'number' ? area : null,
  }
}

/** A party as stored in the form, with only its masked number. */
function toApplicationParty({ num: _sealed, ...party }: PartyDraft): ApplicationParty {
  const digits = keepDigits(party.num_masked ?? '')
  // Corporate numbers are public but look like resident numbers, which no text may contain.
  return { ...party, num_masked: digits.length === 13 ? maskPersonNumber('person', digits) : party.num_masked }
}
