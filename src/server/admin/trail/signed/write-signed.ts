import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql, type RawBuilder } from 'kysely'
import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'
import { signedText, type SignedHeader, type SignedLink } from '#contract/trail/trail-signed.ts'
import type { SealedRow } from '#domain/trail/canonical.ts'
import type { Database } from '#server/db/client.ts'
import { linkColumns, sealedColumns } from '../chain/sealed-columns.ts'
import type { TrailKey } from './trail-key.ts'

export interface SignedQuestion {
  /** On rows under the alias `r`. */
  readonly condition: RawBuilder<boolean>
  /** Only rows before this one. */
  readonly newest: number
  readonly header: SignedHeader
  readonly key: TrailKey
}

const rowsAtOnce = 500

/** Streams the signed file; at most a few hundred rows and one link are in memory. */
export function writeSigned(db: Database, question: SignedQuestion): Readable {
  return Readable.from(linesOf(db, question), { objectMode: false })
}

async function* linesOf(db: Database, { condition, newest, header, key }: SignedQuestion): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const count = { rows: 0, links: 0 }
  const line = (value: object) => {
    const text = `${JSON.stringify(value)}\n`
    hash.update(text, 'utf8')
    return text
  }
  yield line(header)
  let last = { link: 0, seq: '0' }
  for (;;) {
    const rows = await readRows(db, { condition, newest }, last)
    for (const { link, ...row } of rows) {
      if (link !== last.link) {
        yield line(await readLink(db, link))
        count.links += 1
      }
      yield line(withoutNumbers(row))
      count.rows += 1
      last = { link, seq: row.seq }
    }
    if (rows.length < rowsAtOnce) break
  }
  const sha256 = hash.digest('hex')
  yield `${JSON.stringify({ end: { ...count, sha256 }, signature: key.sign(signedText(sha256)) })}\n`
}

type LinkedRow = SealedRow & { readonly link: number }

/** In chain order. */
async function readRows(
  db: Database,
  { condition, newest }: Pick<SignedQuestion, 'condition' | 'newest'>,
  after: { link: number; seq: string },
): Promise<LinkedRow[]> {
  const { rows } = await sql<LinkedRow>`
    select k.link, a.seq::text as seq, ${sealedColumns}
    from (select r.seq, k.link from audit r join trail_link_row k on k.seq = r.seq
      where ${condition} and r.seq < ${newest}::bigint and (k.link, k.seq) > (${after.link}::bigint, ${after.seq}::bigint)
      order by k.link, k.seq limit ${rowsAtOnce}) k
    join audit a on a.seq = k.seq order by k.link, k.seq`.execute(db)
  return rows
}

async function readLink(db: Database, number: number): Promise<SignedLink> {
  const { rows: links } = await sql<SignedLink['link'] & { form: number }>`
    select ${linkColumns} from trail_link l where l.number = ${number}`.execute(db)
  const { rows } = await sql<{ seq: string; sha256: string }>`
    select seq::text as seq, encode(sha256, 'hex') as sha256 from trail_link_row where link = ${number} order by trail_link_row.seq`.execute(
    db,
  )
  const [found] = links
  if (!found) throw new Error(`the trail has no link ${number}`)
  const { form: _form, ...link } = found
  return { link, rows: rows.map(({ seq, sha256 }) => [seq, sha256]) }
}

/**
 * HAZARD: masks resident numbers wherever somebody typed one; such a row is marked as masked,
 * because its hash no longer matches.
 */
function withoutNumbers(row: SealedRow): { row: SealedRow; is_masked?: true } {
  const { user_name, subject, detail } = row
  const masked = {
    ...row,
    user_name: maskResidentNumbers(user_name),
    subject: subject && maskResidentNumbers(subject),
    detail: detail && maskResidentNumbers(detail),
  }
  const isSame = masked.user_name === user_name && masked.subject === subject && masked.detail === detail
  return isSame ? { row } : { row: masked, is_masked: true }
}
