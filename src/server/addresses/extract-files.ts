import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { extractSchema } from '#contract/addresses/extract.ts'
import type { Deps } from '../deps.ts'
import { openPiece, sealPiece } from '../jobs/sealed-piece.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'
import type { RegistrySource } from '../registry/registry-source.ts'
import type { Tables } from '../schema/tables/tables.ts'

/**
 * The PDF of an extract as issued; null if there is none. Throws when it cannot be decrypted or has
 * been altered.
 */
export async function readExtractFile(db: Kysely<Tables>, keys: NumberKeys, id: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('address_extract_file')
    .select(['bytes', 'sha256'])
    .where('extract_id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  const pdf = openPiece(keys, fileLocation(id), row.bytes)
  if (sha256(pdf) !== row.sha256) throw new Error(`the file of extract ${id} is not what was issued`)
  return pdf
}

/** `readExtractFile`, or prints the PDF now if the source can print an earlier extract. */
export async function readOrPrint(
  db: Kysely<Tables>,
  { keys, source }: { keys: NumberKeys; source: RegistrySource },
  id: string,
): Promise<Buffer | null> {
  const known = await readExtractFile(db, keys, id)
  if (known || !source.printAgain) return known
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
  await saveFile(db, keys, { id, pdf })
  return Buffer.from(pdf)
}

/** Encrypts and stores the PDF; an existing one stays. */
export async function saveFile(
  db: Kysely<Tables>,
  keys: NumberKeys,
  { id, pdf }: { id: string; pdf: Uint8Array },
): Promise<void> {
  const bytes = sealPiece(keys, fileLocation(id), Buffer.from(pdf))
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
  const since = new Date(now().getTime() - retentionMs).toISOString()
  await sql`
    delete from address_extract_file f where not exists (select 1 from address_extract e where e.id = f.extract_id)
      and not exists (select 1 from change c where c.record_id = f.extract_id and c.at > ${since}::timestamptz)
  `.execute(db)
}

const retentionMs = 5 * 86_400_000

function fileLocation(id: string) {
  return { id, attempt: 0, seq: 0 }
}
