import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import { extractSchema } from '#contract/registry/extract.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { writeZip, type ZipEntry } from '#server/documents/zip-stream.ts'
import { decryptBytes, encryptBytes } from '#server/keys/encrypted-piece.ts'
import type { OfficeKeys } from '#server/keys/office-keys.ts'
import type { RegistrySource } from '#server/registry/registry-source.ts'
import type { Tables } from '#server/schema/tables/tables.ts'

/**
 * The PDF of an extract as issued; null if there is none. Throws when it cannot be decrypted or has
 * been altered.
 */
export async function readExtractFile(db: Kysely<Tables>, keys: OfficeKeys, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('address_extract_file')
    .select(['bytes', 'sha256'])
    .where('extract_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const pdf = decryptBytes(keys, fileLocation(id), row.bytes)
  if (sha256(pdf) !== row.sha256) throw new Error(`the stored file of extract ${id} differs from the issued one`)
  return pdf
}

/** `readExtractFile`, or prints the PDF now if the source can print an earlier extract. */
export async function readOrPrintExtract(
  db: Kysely<Tables>,
  { keys, source }: { keys: OfficeKeys; source: RegistrySource },
  id: string,
): Promise<Buffer | null> {
  const stored = await readExtractFile(db, keys, id)
  if (stored || !source.printAgain) return stored
  const requested = await db
    .selectFrom('address_extract as e')
    .innerJoin('address as a', 'a.id', 'e.address_id')
    .select(['e.content_json', 'e.issued_at', 'a.regi_office'])
    .where('e.id', '=', id)
    .where('e.source', '=', source.name)
    .executeTakeFirst()
  if (!requested?.content_json || !requested.issued_at) return null
  const extract = extractSchema.parse(JSON.parse(requested.content_json))
  const pdf = await source.printAgain({
    extract,
    issuedAt: new Date(requested.issued_at),
    office: requested.regi_office ?? '',
  })
  await saveExtractFile(db, keys, { id, pdf })
  return Buffer.from(pdf)
}

/** Encrypts and stores the PDF; an existing one stays. */
export async function saveExtractFile(
  db: Kysely<Tables>,
  keys: OfficeKeys,
  { id, pdf }: { id: string; pdf: Uint8Array },
): Promise<void> {
  const bytes = encryptBytes(keys, fileLocation(id), Buffer.from(pdf))
  await db
    .insertInto('address_extract_file')
    .values({ extract_id: id, size: pdf.byteLength, sha256: sha256(pdf), bytes })
    .onConflict((conflict) => conflict.column('extract_id').doNothing())
    .execute()
}

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Deletes the PDFs of extracts whose delete can no longer be undone. */
export async function sweepExtractFiles({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const since = new Date(now().getTime() - undoPeriodMs).toISOString()
  await sql`
    delete from address_extract_file f where not exists (select 1 from address_extract e where e.id = f.extract_id)
      and not exists (select 1 from change c where c.record_id = f.extract_id and c.at > ${since}::timestamptz)
  `.execute(db)
}

const undoPeriodMs = 5 * dayMs

function fileLocation(id: string) {
  return { id, attempt: 0, seq: 0 }
}

/** The newest extract of each address as one zip. Only one PDF is in memory at a time. */
export function createExtractArchive(
  db: Database,
  keys: OfficeKeys,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  return writeZip(readEntries(db, keys, { ids, signal }))
}

interface ListedExtract {
  readonly id: string
  readonly num: string | null
  readonly jibun: string
  readonly issued_at: string
}

async function* readEntries(
  db: Database,
  keys: OfficeKeys,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): AsyncGenerator<ZipEntry> {
  const width = String(ids.length).length
  for (const [index, extract] of (await readListedExtracts(db, ids)).entries()) {
    signal.throwIfAborted()
    const pdf = await readExtractFile(db, keys, extract.id)
    // An extract deleted meanwhile is skipped.
    if (pdf) yield { name: buildFileName(String(index + 1).padStart(width, '0'), extract), pieces: [pdf] }
  }
}

async function readListedExtracts(db: Database, ids: readonly string[]): Promise<readonly ListedExtract[]> {
  const { rows } = await sql<ListedExtract>`
    select e.id, a.num, a.jibun, e.issued_at from unnest(${sql.val(ids)}::uuid[]) with ordinality as asked (id, place)
      join address a on a.id = asked.id
      cross join lateral (
        select id, issued_at from address_extract where address_id = a.id order by issued_at desc, inserted_at desc limit 1
      ) e
    order by asked.place
  `.execute(db)
  return rows
}

/**
 * `0001 달빛동 123-4 2501-2020-000123 2026-11-20.pdf`: numbered in the requested order, without
 * characters that file names do not allow.
 */
function buildFileName(position: string, { num, jibun, issued_at }: ListedExtract): string {
  const nameWords = [
    position,
    jibun.split(/\s+/).slice(-3).join(' ').slice(-60),
    num ?? '',
    toOfficeDay(Date.parse(issued_at)),
  ]
  return `${nameWords
    .filter((word) => word !== '')
    .join(' ')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.pdf`
}
