import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { Field } from '#contract/books/field.ts'
import { listReferences } from '#contract/books/references.ts'
import { newId } from '#server/new-id.ts'
import type { SignedIn } from '../servers/build-test-app.ts'

/**
 * Creates a record of any book as a client of the published API does, with required fields and
 * `fields`; creates referenced records first. Returns the row, or throws with the refusal.
 */
export async function makeRecord(
  staff: SignedIn,
  name: CollectionName,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const payload = { ...(await buildRequiredFields(staff, name)), ...fields }
  const response = await staff.inject({ method: 'POST', url: getBook(name).path, payload })
  if (response.statusCode !== 201) throw new Error(`${name}: ${response.statusCode} ${response.body}`)
  return response.json()
}

/**
 * Required fields; creates referenced records, and consistent ones where one reference goes through
 * another.
 */
async function buildRequiredFields(staff: SignedIn, name: CollectionName): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {}
  if (name === 'managers') {
    const department = await makeRecord(staff, 'departments')
    Object.assign(fields, { department: department['id'], company: department['company'] })
  }
  for (const field of getBook(name).fields.filter(({ required }) => required)) {
    const reference = listReferences(name).find(({ key }) => key === field.key)
    fields[field.key] ??= reference ? (await makeRecord(staff, reference.to))['id'] : createSampleValue(field)
  }
  return { ...fields, ...sampleOverrides[name], ...('digest' in fields && createFileFields()) }
}

/** Fields with special formats, or needed beyond the required ones. */
const sampleOverrides: Partial<Record<CollectionName, Readonly<Record<string, unknown>>>> = {
  'quick-deliveries': { rider: '김가온' },
  applications: { application_type: 'ownership_transfer' },
}

/** File fields of a paper whose file has not been sent yet. */
function createFileFields() {
  return { content_id: newId(), digest: 'a'.repeat(64) }
}

/** A valid value for a field without a reference. */
export function createSampleValue({ kind, choices }: Field): unknown {
  if (kind === 'enum') return choices?.[0]?.value
  if (kind === 'date') return '2026-11-23'
  if (kind === 'datetime') return '2026-11-23T03:00:00+09:00'
  return kind === 'won' || kind === 'number' ? 100 : '가상'
}
