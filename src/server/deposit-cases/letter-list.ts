import { sql } from 'kysely'
import type { LetterListQuery, ListedLetter, SavedLetter } from '#contract/deposit-cases/deposit-cases.ts'
import { letterPath } from '#contract/deposit-cases/deposit-cases.ts'
import type { Database } from '../db/client.ts'
import type { Letter } from '../schema/tables/official-letter.ts'

/**
 * Letters of one case or of all, newest first; each once in its newest version, with the earlier
 * ones attached.
 */
export async function listLetters(
  db: Database,
  { deposition, page, page_size }: LetterListQuery,
): Promise<{ results: ListedLetter[]; total_count: number }> {
  const letters = db
    .selectFrom('official_letter as letter')
    .$if(deposition !== undefined, (all) => all.where(names(deposition ?? '')))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('official_letter as later').select('later.id').whereRef('later.corrects', '=', 'letter.id')),
      ),
    )
  const [rows, counted] = await Promise.all([
    letters
      .selectAll('letter')
      .orderBy('letter.year', 'desc')
      .orderBy('letter.number', 'desc')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute(),
    letters.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  const earlier = await earlierVersions(db, rows)
  const results = rows.map((row) => ({
    ...toSaved(row),
    earlier: earlier.filter(({ year, number }) => year === row.year && number === row.number).map(toSaved),
  }))
  return { results, total_count: counted.n }
}

/** The letter is about this case, alone or among others. */
function names(deposition: string) {
  const among = JSON.stringify([{ deposition }])
  return sql<boolean>`(letter.deposition = ${deposition} or (letter.more_cases <> '[]' and letter.more_cases @> ${among}::jsonb))`
}

export function toSaved(letter: Letter): SavedLetter {
  const {
    year: _year,
    number: _number,
    office: _office,
    is_demo: _isDemo,
    user_id: _userId,
    address_id: _addressId,
    ...saved
  } = letter
  return { ...saved, pdf_url: `${letterPath}${letter.id}/pdf` }
}

async function earlierVersions(db: Database, rows: readonly Letter[]): Promise<Letter[]> {
  const corrected = rows.filter(({ version }) => version > 1)
  if (corrected.length === 0) return []
  return await db
    .selectFrom('official_letter as letter')
    .selectAll('letter')
    .where(({ or, and, eb }) =>
      or(
        corrected.map((row) =>
          and([
            eb('letter.year', '=', row.year),
            eb('letter.number', '=', row.number),
            eb('letter.version', '<', row.version),
          ]),
        ),
      ),
    )
    .orderBy('letter.version', 'desc')
    .execute()
}
