import type { Kysely, Transaction } from 'kysely'
import { type Extract, extractSchema } from '#contract/addresses/extract.ts'
import { compareExtracts, type ExtractChange } from '#domain/registry/compare-extracts.ts'
import { writableCollection, type Writer, type WriteWithin } from '../db/writable-collection.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'
import { type IssuedExtract, RegistryTrouble } from '../registry/registry-source.ts'
import type { Tables } from '../schema/tables/tables.ts'
import { saveFile, sha256 } from './extract-files.ts'

/** What a job needs to write extracts. */
export interface ExtractContext {
  readonly trx: Transaction<Tables>
  readonly within: WriteWithin
  readonly keys: NumberKeys
  readonly newId: () => string
  readonly writer: Writer
}

/**
 * Stores an extract: its row with date and hash, its encrypted PDF, and its differences from the
 * previous extract, each to be decided. Returns the comparison. HAZARD: lock the address first
 * (`lockAddress`), so that two of its extracts are compared one after the other.
 */
export async function saveExtract(
  context: ExtractContext,
  addressId: string,
  { source, issued }: { source: string; issued: IssuedExtract },
): Promise<{ id: string; extract: Extract; changes: readonly ExtractChange[] }> {
  const { trx, within, writer } = context
  const before = await newestExtract(trx, addressId)
  const { extract, content } = contentOf(issued.extract)
  const id = context.newId()
  await within(trx, extracts, {
    kind: 'create',
    body: { id, address_id: addressId },
    stored: { issued_at: issued.issuedAt.toISOString(), source, hash: sha256(content), content_json: content },
    writer,
  })
  await saveFile(trx, context.keys, { id, pdf: issued.pdf })
  const changes = before === null ? [] : compareExtracts(before.extract, extract)
  for (const change of changes) await openChange(context, { addressId, extractId: id, change })
  return { id, extract, changes }
}

/** The address data needed to request an extract. */
export interface RequestedAddress {
  readonly num: string | null
  readonly jibun: string
}

/** The current address, locked until the transaction ends; undefined: it was deleted. */
export async function lockAddress(trx: Transaction<Tables>, id: string): Promise<RequestedAddress | undefined> {
  return await trx.selectFrom('address').select(['num', 'jibun']).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Creates a difference that awaits a decision. */
export async function openChange(
  { trx, within, newId, writer }: ExtractContext,
  { addressId, extractId, change }: { addressId: string; extractId: string; change: ExtractChange },
): Promise<void> {
  const { kind, before_text, after_text } = change
  await within(trx, changes, {
    kind: 'create',
    body: { id: newId(), address_id: addressId, decision: 'open' },
    stored: { extract_id: extractId, change_kind: kind, before_text, after_text },
    writer,
  })
}

export interface KnownExtract {
  readonly id: string
  readonly issuedAt: string | null
  readonly extract: Extract
}

/** The newest readable extract of an address; null: there is none. */
export async function newestExtract(db: Kysely<Tables>, addressId: string): Promise<KnownExtract | null> {
  return await extractSince(db, addressId, '-infinity')
}

/** The newest extract of an address stored at `since` or later, by the database's clock. */
export async function extractSince(db: Kysely<Tables>, addressId: string, since: string): Promise<KnownExtract | null> {
  const row = await db
    .selectFrom('address_extract')
    .select(['id', 'issued_at', 'content_json'])
    .where('address_id', '=', addressId)
    .where('inserted_at', '>=', since)
    .where('content_json', 'is not', null)
    .orderBy('issued_at', 'desc')
    .orderBy('inserted_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  return { id: row.id, issuedAt: row.issued_at, extract: extractSchema.parse(JSON.parse(row.content_json ?? '')) }
}

/**
 * The content, limited to the length that devices store. Struck entries are dropped first: the PDF
 * has all of them.
 */
function contentOf(extract: Extract): { extract: Extract; content: string } {
  const json = JSON.stringify(extract)
  if (json.length <= maxContentLength) return { extract, content: json }
  const activeEntries = (entries: Extract['ownership']) => entries.filter(({ is_cancelled }) => !is_cancelled)
  const short = { ...extract, ownership: activeEntries(extract.ownership), rights: activeEntries(extract.rights) }
  const content = JSON.stringify(short)
  if (content.length > maxContentLength)
    throw new RegistryTrouble('등본의 내용이 너무 길어 저장할 수 없습니다. 등기소에서 직접 확인해 주세요.')
  return { extract: short, content }
}

const maxContentLength = 60_000

const extracts = writableCollection('address-extracts')
const changes = writableCollection('address-changes')
