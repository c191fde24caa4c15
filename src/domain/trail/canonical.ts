/**
 * A row of the trail in the form that is hashed, with every column as the database prints it:
 * numbers as decimal text, `at` in UTC with all six digits of its microseconds
 * (`2026-11-26T01:02:03.000004Z`), identifiers in lower case, `detail` as PostgreSQL prints its
 * jsonb. That text is stable (keys by length, then by their bytes; numbers with every digit they
 * were written with), survives backup and restore, and is hashed unparsed, so that no digit can get
 * lost. Null stays null.
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

/** The content of a link; hashes in lower-case hex, instants as in `SealedRow`. */
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
  /**
   * Rows of lower transactions were all linked when it was made; 0 while a full scan was still
   * running.
   */
  readonly settled_below: string
}

/**
 * Version of the texts below. HAZARD: a version must never change how it hashes; another form needs
 * another number.
 */
export const canonicalForm = 1

/** The text whose SHA-256 (of its UTF-8) is the hash of a row. */
export function toCanonicalRow(row: SealedRow): string {
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

/** The text whose SHA-256 a link stores for all its rows, lowest number first. */
export function toCanonicalRows(rows: Iterable<{ readonly seq: string; readonly sha256: string }>): string {
  let text = ''
  for (const { seq, sha256 } of rows) text += `${seq}:${sha256}\n`
  return text
}

/**
 * The text whose SHA-256 is the hash of a link. It contains the previous link's hash, so it covers
 * the whole chain up to here.
 */
export function toCanonicalLink(link: SealedLink): string {
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

/** The previous hash of the first link. */
export const genesisHash = '0'.repeat(64)
