/**
 * A row of the trail as it is hashed: every column as the database itself spells it. Numbers as decimal text, `at` in UTC with all six digits of its microseconds
 * (`2026-11-26T01:02:03.000004Z`), identifiers in lower case, `detail` as PostgreSQL prints its jsonb: that text is settled (keys by length, then by their bytes; numbers with every digit
 * they were written with), survives backup and restore, and is hashed as it stands, so that no parser of ours can lose a digit of it. Null stays null.
 */
export interface SealedRow {
  readonly seq: string
  readonly at: string
  readonly user_id: string | null
  readonly user_name: string
  readonly address: string | null
  readonly act: string
  readonly collection: string | null
  readonly record_id: string | null
  readonly subject: string | null
  readonly detail: string | null
}

/** What a link says of itself; hashes in lower-case hex, instants as in `SealedRow`. */
export interface SealedLink {
  readonly number: number
  readonly epoch: string
  readonly made_at: string
  readonly row_count: number
  readonly first_seq: string
  readonly last_seq: string
  readonly first_at: string
  readonly last_at: string
  readonly rows_hash: string
  readonly previous: string
  /** Rows of lower transactions were all linked when it was made; 0: a look at every row was still under way. */
  readonly settled_below: string
}

/** Of the texts below. HAZARD: what was hashed under a number must be made the same way for ever; another form gets another number. */
export const canonicalForm = 1

/** The text whose SHA-256 (of its UTF-8) is the hash of a row. */
export function canonicalRow(row: SealedRow): string {
  const { seq, at, user_id, user_name, address, act, collection, record_id, subject, detail } = row
  return JSON.stringify([
    'row',
    canonicalForm,
    seq,
    at,
    user_id,
    user_name,
    address,
    act,
    collection,
    record_id,
    subject,
    detail,
  ])
}

/** The text whose SHA-256 stands in a link for all its rows, lowest number first. */
export function canonicalRows(rows: Iterable<{ readonly seq: string; readonly sha256: string }>): string {
  let text = ''
  for (const { seq, sha256 } of rows) text += `${seq}:${sha256}\n`
  return text
}

/** The text whose SHA-256 is the hash of a link; as it holds the hash of the one before, it stands for the whole chain up to here. */
export function canonicalLink(link: SealedLink): string {
  const {
    number,
    epoch,
    made_at,
    row_count,
    first_seq,
    last_seq,
    first_at,
    last_at,
    rows_hash,
    previous,
    settled_below,
  } = link
  return JSON.stringify([
    'link',
    canonicalForm,
    number,
    epoch,
    made_at,
    row_count,
    first_seq,
    last_seq,
    first_at,
    last_at,
    rows_hash,
    previous,
    settled_below,
  ])
}

/** In place of a link before the first one. */
export const noLink = '0'.repeat(64)
