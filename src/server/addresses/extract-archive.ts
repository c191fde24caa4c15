import { sql } from 'kysely'
import { officeDay } from '#domain/dates/office-date.ts'
import type { Database } from '../db/client.ts'
import { zipStream, type ZipEntry } from '../documents/zip-stream.ts'
import type { NumberKeys } from '../numbers/number-keys.ts'
import { readExtractFile } from './extract-files.ts'

/** The newest extract of each address as one zip. Only one PDF is in memory at a time. */
export function extractArchive(
  db: Database,
  keys: NumberKeys,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  return zipStream(entriesOf(db, keys, { ids, signal }))
}

interface Listed {
  readonly id: string
  readonly num: string | null
  readonly jibun: string
  readonly issued_at: string
}

async function* entriesOf(
  db: Database,
  keys: NumberKeys,
  { ids, signal }: { ids: readonly string[]; signal: AbortSignal },
): AsyncGenerator<ZipEntry> {
  const width = String(ids.length).length
  for (const [at, one] of (await listed(db, ids)).entries()) {
    signal.throwIfAborted()
    const pdf = await readExtractFile(db, keys, one.id)
    // An extract deleted meanwhile is skipped.
    if (pdf) yield { name: nameOf(String(at + 1).padStart(width, '0'), one), pieces: [pdf] }
  }
}

async function listed(db: Database, ids: readonly string[]): Promise<readonly Listed[]> {
  const { rows } = await sql<Listed>`
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
function nameOf(parcel: string, { num, jibun, issued_at }: Listed): string {
  const words = [parcel, jibun.split(/\s+/).slice(-3).join(' ').slice(-60), num ?? '', officeDay(Date.parse(issued_at))]
  return `${words
    .filter((word) => word !== '')
    .join(' ')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')}.pdf`
}
