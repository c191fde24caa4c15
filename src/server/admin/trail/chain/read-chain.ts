import { sql } from 'kysely'
import type { SealedLink, SealedRow } from '#domain/trail/canonical.ts'
import type { Database } from '#server/db/client.ts'
import { linkColumns, sealedColumns } from './sealed-columns.ts'

export type StoredLink = SealedLink & { readonly form: number; readonly hash: string }

/**
 * A row's hash in the chain, next to the row in the trail; the row's columns are null when it is
 * gone.
 */
export type LinkedRow = { readonly link: number; readonly sha256: string } & {
  readonly [Column in keyof SealedRow]: Column extends 'seq' ? string : SealedRow[Column] | null
}

/** Target number of rows read together, by the row counts that links state. */
const rowsOfPage = 5000
const linksOfPage = 500

/**
 * Yields all links after a number, oldest first, in pages small enough to hold in memory with their
 * rows.
 */
export async function* readPages(db: Database, after: number): AsyncGenerator<StoredLink[]> {
  for (let last = after; ;) {
    const { rows: links } = await sql<StoredLink>`
      select ${linkColumns} from trail_link l where l.number > ${last} order by l.number limit ${linksOfPage}`.execute(
      db,
    )
    for (const page of pagesOf(links)) yield page
    const end = links.at(-1)
    if (!end || links.length < linksOfPage) return
    last = end.number
  }
}

function pagesOf(links: readonly StoredLink[]): StoredLink[][] {
  const pages: StoredLink[][] = []
  let room = 0
  for (const link of links) {
    if (link.row_count > room || pages.length === 0) {
      pages.push([])
      room = rowsOfPage
    }
    pages.at(-1)?.push(link)
    room -= link.row_count
  }
  return pages
}

/**
 * Rows of the links after `after` up to `until`, by link, each in number order. Reads at most two
 * pages; a link with more rows than it states fails its hash anyway.
 */
export async function rowsBetween(db: Database, after: number, until: number): Promise<Map<number, LinkedRow[]>> {
  const { rows } = await sql<LinkedRow>`
    select k.link, k.seq::text as seq, encode(k.sha256, 'hex') as sha256, ${sealedColumns}
    from trail_link_row k left join audit a on a.seq = k.seq
    where k.link > ${after} and k.link <= ${until} order by k.link, k.seq limit ${rowsOfPage * 2}`.execute(db)
  return Map.groupBy(rows, ({ link }) => link)
}
