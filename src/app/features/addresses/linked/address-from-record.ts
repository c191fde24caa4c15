import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'

/** Books whose records refer to an address. */
export type LinkingBook = 'deposit-cases' | 'real-estate-units'

/**
 * Fields of a new address, taken from the case or unit that will refer to it. `projects`: to find a
 * case's section by name.
 */
export function addressFromRecord(
  collection: LinkingBook,
  { record, joined }: Pick<SourceRow, 'joined'> & { record: Values },
  projects: readonly AnyRecord[],
): Readonly<Record<string, FieldValue>> {
  const values = collection === 'deposit-cases' ? ofCase(record, projects) : ofUnit(record, joined)
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''))
}

type Values = Readonly<Record<string, FieldValue | undefined>>

function ofCase(record: Values, projects: readonly AnyRecord[]): Record<string, FieldValue> {
  const named = projects.filter(({ name }) => name === record['business_section'])
  // If two sections share the name, neither is taken.
  const [project] = named.length === 1 ? named : []
  return {
    jibun: record['address'] ?? null,
    ...copied(record, ['owner_name', 'purpose', 'regi_office']),
    project: project?.id ?? null,
    manager: project?.['manager'] ?? null,
  }
}

function ofUnit(record: Values, joined: SourceRow['joined']): Record<string, FieldValue> {
  const place = [joined['group_id']?.['name'], record['dongho']].filter(Boolean).join(' ')
  return {
    jibun: place,
    num: record['immovable_num'] ?? null,
    type: 'collective_building',
    owner_name: record['owner'] ?? null,
    ...copied(record, ['dong', 'ho', 'purpose']),
  }
}

function copied(record: Values, keys: readonly string[]): Record<string, FieldValue> {
  return Object.fromEntries(keys.map((key) => [key, record[key] ?? null]))
}
