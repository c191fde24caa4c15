import { getRecordBook } from '#app/records/record-book.ts'
import { buildCreate } from '#app/records/record-edits.ts'
import type { LinkedRecord } from '#app/records/screen/record-extras.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { newId } from '#mirror/runtime/new-id.ts'

interface LinkSource {
  readonly collection: LinkingBook
  readonly projects: readonly AnyRecord[]
}

/** The edit that creates an address from the data of a case or unit. */
export function buildNewAddress(
  { collection, projects }: LinkSource,
  row: Pick<SourceRow, 'joined'> & { record: Values },
): LinkedRecord | { readonly refusal: string } {
  const book = getRecordBook('addresses')
  const id = newId()
  const fields = { ...deriveAddress(collection, row, projects) }
  const creation = buildCreate(book, id, fields)
  if ('refusal' in creation) return { refusal: creation.refusal }
  const caption = book.rules.captionOf(fields)
  return { id, edits: [{ edit: { ...creation.edit, caption }, record: null, caption }] }
}

/**
 * The address for a record that is about to be created: an existing one of the same lot on this
 * device, or else a new one.
 */
export async function findOrBuildAddress(
  copy: Pick<OfflineCopy, 'readAll'>,
  source: LinkSource,
  record: Values,
): Promise<LinkedRecord | { readonly refusal: string }> {
  const creation = buildNewAddress(source, { record, joined: {} })
  if ('refusal' in creation) return creation
  const lot = deriveAddress(source.collection, { record, joined: {} }, [])['jibun'] ?? null
  const existingIds: string[] = []
  const sameLot = { filters: [{ op: 'equals' as const, field: 'jibun', value: lot }], search: '', sort: [] }
  await copy.readAll('addresses', sameLot, (rows) => {
    existingIds.push(...rows.filter(({ state }) => state !== 'deleted').map(({ id }) => id))
  })
  const [first] = existingIds
  return first === undefined ? creation : { id: first, edits: [] }
}

/** Books whose records refer to an address. */
export type LinkingBook = 'deposit-cases' | 'real-estate-units'

/**
 * Fields of a new address, taken from the case or unit that will refer to it. `projects`: to find a
 * case's project by name.
 */
function deriveAddress(
  collection: LinkingBook,
  { record, joined }: Pick<SourceRow, 'joined'> & { record: Values },
  projects: readonly AnyRecord[],
): Readonly<Record<string, FieldValue>> {
  const values =
    collection === 'deposit-cases' ? deriveFieldsFromCase(record, projects) : deriveFieldsFromUnit(record, joined)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}

type Values = Readonly<Record<string, FieldValue | undefined>>

function deriveFieldsFromCase(record: Values, projects: readonly AnyRecord[]): Record<string, FieldValue> {
  const named = projects.filter(({ name }) => name === record['business_section'])
  // If two projects share the name, neither is taken.
  const [project] = named.length === 1 ? named : []
  return {
    jibun: record['address'] ?? null,
    ...pickFields(record, ['owner_name', 'purpose', 'regi_office']),
    project: project?.id ?? null,
    manager: project?.['manager'] ?? null,
  }
}

function deriveFieldsFromUnit(record: Values, joined: SourceRow['joined']): Record<string, FieldValue> {
  const unitName = [joined['group_id']?.['name'], record['dongho']].filter(Boolean).join(' ')
  return {
    jibun: unitName,
    num: record['immovable_num'] ?? null,
    type: 'collective_building',
    owner_name: record['owner'] ?? null,
    ...pickFields(record, ['dong', 'ho', 'purpose']),
  }
}

function pickFields(record: Values, keys: readonly string[]): Record<string, FieldValue> {
  return Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
}
