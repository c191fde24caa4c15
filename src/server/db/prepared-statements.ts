import { sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Prefix for statements that every connection should parse and plan only once: sql`${prepared}
 * select …`. For statements run with every request or write, where planning costs several times the
 * execution.
 *
 * HAZARD: every distinct text stays in the memory of every connection. Use it only for constant
 * texts (parameters aside) whose plan does not depend on the parameters.
 */
export const prepared = sql.raw(mark)

/** The same prefix for a plain string. */
export function preparedText(text: string): string {
  return `${mark} ${text}`
}

/**
 * Names marked statements, because the driver prepares only named queries; Kysely passes just text
 * and values.
 */
export function prepareMarked(client: pg.PoolClient): void {
  const query = client.query.bind(client)
  Object.assign(client, { query: (...args: unknown[]): unknown => Reflect.apply(query, undefined, named(args)) })
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
