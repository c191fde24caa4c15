import type { App } from '../deps.ts'
import { registerWriteRoutes } from './write-routes.ts'
import { registerBookExcel } from './book-excel.ts'
import { registerFilterOptions } from './filter-options.ts'
import { registerGenericWrites } from './generic-writes.ts'
import { registerList } from './list-route.ts'
import { policyOf, type BookContext, type ServedBook } from './served-book.ts'

/**
 * All calls of a book: list, plain writes under its path, the generic list resource (create,
 * update, delete, bulk, filter options), export, import and template. `registerSyncRoutes` serves
 * devices; it receives all collections.
 */
export function registerBook(app: App, context: BookContext, book: ServedBook): void {
  const { deps } = context
  const writes = book.taking?.(context.writes) ?? context.writes
  const reading = { collection: book.collection, policy: policyOf(book) }
  const writing = { ...reading, ...(book.readSent && { readSent: book.readSent(deps) }) }
  registerList(app, deps, book)
  registerWriteRoutes(app, { writes, newId: deps.newId }, writing)
  registerGenericWrites(app, { writes, newId: deps.newId }, writing)
  registerFilterOptions(app, deps, { ...reading, options: book.options })
  registerBookExcel(app, { ...context, writes }, book)
}
