import { addAddressTasks } from './addresses/task-kinds.ts'
import { addBookTask } from './books/book-excel.ts'
import type { WritePipeline } from './db/writable-collection.ts'
import type { Deps } from './deps.ts'
import type { TaskTaker } from './jobs/task-taker.ts'
import { destroyKind } from './keeping/destroy-kind.ts'
import { readKnownRates } from './rates/read-known-rates.ts'
import { applicationKind } from './real-estate/filings/application-kind.ts'
import type { RegistrySource } from './registry/registry-source.ts'
import { servedBooks } from './served-books.ts'

/**
 * Every kind of work in the background, of all businesses. The one place where they are named: a server answers about them (`app.ts`), and whoever works them off, in a server or in a process of its own
 * (`commands/start-work.ts`), knows the same ones.
 */
export function addTaskKinds(to: TaskTaker, { deps, writes, source }: TaskGround): void {
  for (const book of servedBooks) addBookTask(to, deps, book)
  to.addKind(applicationKind(deps, readKnownRates))
  addAddressTasks(to, { deps, writes, source })
  to.addItemKind(destroyKind())
}

interface TaskGround {
  readonly deps: Deps
  readonly writes: WritePipeline
  readonly source: RegistrySource
}
