import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Begins the text of a statement that every connection shall parse and plan once, not with every use: sql`${prepared} select …`. For what runs with every
 * request or write; planning such a statement costs several times its execution.
 *
 * HAZARD: every different text stays in the memory of every connection for good. Only for texts that are the same however often they run (parameters aside),
 * and whose plan does not depend on the parameters.
 */
export const prepared = sql.raw(mark)

/** The same mark for a text of one's own. */
export function preparedText(text: string): string {
  return `${mark} ${text}`
}

/** Kysely hands over a text and its values; the driver prepares what bears a name. */
export function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client)
  Object.assign(client, { query: (...given: unknown[]): unknown => Reflect.apply(query, undefined, named(given)) })
}

function named([text, values, ...rest]: unknown[]): unknown[] {
  if (typeof text !== 'string' || !text.startsWith(mark)) return [text, values, ...rest]
  return [{ name: nameOf(text), text, values }, ...rest]
}

const names = new Map<string, string>()

function nameOf(text: string): string {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return name
}
