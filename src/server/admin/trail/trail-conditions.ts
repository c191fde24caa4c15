import type { FastifyRequest } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import {
  actChoices,
  areaChoices,
  type TrailAct,
  trailActs,
  trailDescription,
  type TrailQuery,
} from '#contract/trail/trail.ts'
import { addDays } from '#domain/dates/office-date.ts'
import {
  buildPlainTextPatterns,
  buildSearchText,
  compileSearch,
  matchesSearch,
  splitSearchWords,
} from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import {
  type Conditions,
  joinConditions,
  matchesAny,
  matchListed,
  selectDistinctValues,
} from '#server/db/lists/list-description.ts'
import { buildExportTrailDetail } from '#server/documents/export/excel-export.ts'
import { requireSuperuser } from '#server/plugins/bearer.ts'
import { buildTrailRow, withoutEmpty } from '#server/trail/write-trail.ts'

/**
 * The condition of a query on trail rows (alias `r`). `copies`: whether to return each row of a
 * device's copy. The few distinct user names are matched here with the rules of every search.
 */
export async function buildTrailCondition(
  db: Database,
  filters: TrailQuery,
  copies: 'once' | 'each' = 'once',
): Promise<RawBuilder<boolean>> {
  const { name = '', search = '', address = '' } = filters
  const names = name.trim() || search.trim() ? await readUserNames(db) : []
  return joinConditions([
    ...(name.trim() ? [matchesAny('user_name', filterLike(names, name), 'text')] : []),
    ...matchListed('act', filters.act),
    ...(copies === 'each' ? [] : [includesCopies(filters) ? countsCopyOnce('r') : sql<boolean>`r.act <> ${copyAct}`]),
    ...buildDayConditions(filters),
    ...(address.trim() ? [sql<boolean>`starts_with(r.address, ${address.trim()})`] : []),
    ...splitSearchWords(filters.subject ?? '').map(matchesSubjectWord),
    ...splitSearchWords(search ?? '').flatMap((word) => matchesWord(names, word)),
  ])
}

const copyAct = 'copy' satisfies TrailAct

/**
 * Devices copy on their own, so their rows are hidden unless the query asks for them by filter, act
 * or search word.
 */
function includesCopies({ copies, act = '', search = '' }: TrailQuery): boolean {
  const { label } = trailActs[copyAct]
  return (
    copies === 'shown' ||
    act.split(',').includes(copyAct) ||
    splitSearchWords(search).some((word) => isLike(label, word))
  )
}

/**
 * A device copies one book after the other with a row for each. The first row within an hour
 * represents the copy.
 */
export function countsCopyOnce(alias: string): RawBuilder<boolean> {
  const ref = (column: string) => sql.ref(`${alias}.${column}`)
  return sql<boolean>`(${ref('act')} <> ${copyAct} or not exists (
    select from audit e where e.act = ${copyAct} and e.user_name = ${ref('user_name')}
      and e.user_id is not distinct from ${ref('user_id')} and e.address is not distinct from ${ref('address')}
      and (e.at, e.seq) < (${ref('at')}, ${ref('seq')}) and e.at > ${ref('at')} - interval '1 hour'))`
}

function matchesSubjectWord(word: string): RawBuilder<boolean> {
  const conditions = buildPlainTextPatterns(word).map((pattern) => matchesSubjectPattern(word, pattern))
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

async function readUserNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    names: string[]
  }>`select (${selectDistinctValues('audit', 'user_name')}) as names`.execute(db)
  return rows[0]?.names ?? []
}

/** Days in the office's time zone, the last one included. */
function buildDayConditions({ start, end }: TrailQuery): Conditions {
  const startOfDay = (day: string) => sql`${`${day}T00:00:00+09:00`}::timestamptz`
  return [
    ...(start ? [sql<boolean>`r.at >= ${startOfDay(start)}`] : []),
    ...(end ? [sql<boolean>`r.at < ${startOfDay(addDays(end, 1))}`] : []),
  ]
}

/**
 * Condition for one search word. Subjects are as numerous as rows, so the database matches them,
 * and last.
 */
function matchesWord(names: readonly string[], word: string): Conditions {
  const valuesLike = (choices: typeof actChoices) =>
    choices.filter(({ label }) => isLike(label, word)).map(({ value }) => value)
  const listed = [
    ['user_name', filterLike(names, word)],
    ['act', valuesLike(actChoices)],
    ['collection', valuesLike(areaChoices)],
  ] as const
  const columnConditions = listed.flatMap(([column, values]) =>
    values.length > 0 ? [matchesAny(column, values, 'text')] : [],
  )
  const ipAddress = /^[\da-f.:]+$/.test(word) ? [sql<boolean>`starts_with(r.address, ${word})`] : []
  const subject = buildPlainTextPatterns(word).map((pattern) => matchesSubjectPattern(word, pattern))
  const conditions = [...columnConditions, ...ipAddress, ...subject]
  return conditions.length === 0 ? [] : [sql<boolean>`(${sql.join(conditions, sql` or `)})`]
}

/** Tries a literal match first; it costs a tenth of the regular expression. */
function matchesSubjectPattern(word: string, pattern: string): RawBuilder<boolean> {
  const [alternatives = []] = compileSearch(word).words
  const byPattern = sql<boolean>`r.subject ~* ${pattern}`
  const isLiteral = alternatives.every(
    ({ text, spelling }) => !spelling && /[가-힣\d]/.test(text) && !/[a-zㄱ-ㅎ]/.test(text),
  )
  if (!isLiteral) return byPattern
  const likely = alternatives.map(({ text }) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  return sql<boolean>`(r.subject like any(${likely}::text[]) and ${byPattern})`
}

function filterLike(texts: readonly string[], words: string): string[] {
  return texts.filter((text) => isLike(text, words))
}

function isLike(text: string, words: string): boolean {
  return matchesSearch(buildSearchText([text]), compileSearch(words))
}

/**
 * Logs a query of the trail and returns the number of its trail row. The query then reads only rows
 * before that one.
 */
export async function writeQueryTrail(
  db: Database,
  request: FastifyRequest,
  { act, filters, isSigned = false }: { act: 'list' | 'export'; filters: TrailQuery; isSigned?: boolean },
): Promise<number> {
  const { id, name } = requireSuperuser(request)
  const entry = { user: { id, name }, ipAddress: request.ip, act, collection: trailDescription.name }
  const detail = act === 'export' ? buildExportTrailDetail(filters) : withoutEmpty(filters)
  const row = buildTrailRow({ ...entry, detail: { ...detail, ...(isSigned && { signed: true }) } })
  const { seq } = await db.insertInto('audit').values(row).returning('seq').executeTakeFirstOrThrow()
  return seq
}
