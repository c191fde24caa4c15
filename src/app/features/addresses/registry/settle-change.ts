import type { Extract } from '#contract/addresses/extract.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { ownerNameOf } from '#domain/registry/owner-words.ts'
import { registeredOwners, type RegisteredOwner } from '#domain/registry/registered-owners.ts'
import { newId } from '#mirror/new-id.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { editsOfParts, type WantedPart } from '#app/records/parts/part-edits.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { recordUpdate } from '#app/records/record-edits.ts'

export type ChangeDecision = 'applied' | 'kept'

interface Settling {
  copy: Pick<OfflineCopy, 'getRow' | 'readAll'>
  addressId: string
  /** What the newest extract says. */
  newest: Extract | null
}

/** The edits of a decision about what an extract says anew. 반영 of another owner makes the owners of the address those of the newest extract; all else only ends the question. */
export async function settleChange(
  { copy, addressId, newest }: Settling,
  change: SourceRow,
  decision: ChangeDecision,
): Promise<{ edits: ActionEdit[] } | { refusal: string }> {
  const decided = updateOf('address-changes', change, { decision })
  if ('refusal' in decided || decision === 'kept' || change.record['change_kind'] !== 'owner_changed') return decided
  const address = await copy.getRow('addresses', addressId)
  const owners = newest ? registeredOwners(newest) : []
  if (!address || owners.length === 0)
    return { refusal: '등본에서 소유자를 읽을 수 없습니다. 등본을 다시 발급해 주세요.' }
  const rows: SourceRow[] = []
  const ofAddress = { op: 'equals' as const, field: 'address_id', value: addressId }
  await copy.readAll(
    'address-owners',
    { filters: [ofAddress], search: '', sort: [] },
    (chunk) => void rows.push(...chunk),
  )
  const standing = rows.filter(({ state }) => state !== 'deleted')
  const parts = editsOfParts('address-owners', addressId, { rows: standing, wanted: wantedOwners(owners, standing) })
  const named = updateOf('addresses', address, { owner_name: ownerNameOf(owners) })
  if ('refusal' in parts) return parts
  if ('refusal' in named) return named
  return { edits: [...decided.edits, ...parts.edits, ...named.edits] }
}

function updateOf(
  collection: 'addresses' | 'address-changes',
  row: SourceRow,
  values: Record<string, FieldValue>,
): { edits: ActionEdit[] } | { refusal: string } {
  const book = recordBook(collection)
  const made = recordUpdate(book, row, values)
  if ('refusal' in made) return { refusal: made.refusal }
  return { edits: [{ edit: made.edit, record: row.record, caption: captionOfRow(book, row) }] }
}

/** Whoever stays an owner keeps their record, and with it the number that the office knows. */
function wantedOwners(owners: readonly RegisteredOwner[], rows: readonly SourceRow[]): readonly WantedPart[] {
  const left = [...rows]
  return owners.map((owner, at) => {
    const known = left.findIndex(({ record }) => isSamePerson(owner, record))
    const [row] = known === -1 ? [] : left.splice(known, 1)
    const said = {
      ...{ name: owner.name, address: owner.address || null, share: owner.share || null },
      ...{ acquired_at: owner.entry.received_at, receipt_num: owner.entry.receipt_num || null },
      ...{ cause: owner.entry.cause.slice(0, 100) || null, place: at + 1 },
    }
    if (row) return { id: row.id, fields: said }
    // A corporation's number is in the open; a person's is masked.
    const party_kind = /^\d{6}-\d{7}$/.test(owner.num_masked) ? 'corporation' : 'person'
    return { id: newId(), fields: { party_kind, ...said } }
  })
}

function isSamePerson({ name, num_masked }: RegisteredOwner, record: SourceRow['record']): boolean {
  const known = record['num_masked']
  return record['name'] === name && (num_masked === '' || known === null || known === '' || known === num_masked)
}
