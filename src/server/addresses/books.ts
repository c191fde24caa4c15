import { sql } from 'kysely'
import { type AddressOptions, addressOptionsShape } from '#contract/addresses/address-tasks.ts'
import type { ExtraOptions, ServedBook } from '#server/books/served-book.ts'
import type { Database } from '#server/db/client.ts'
import { createWritableBook, type WritableBook } from '#server/writes/writable-book.ts'
import { applyChange, checkChangeWrite, checkExtractWrite } from './registered-records.ts'

type ReferenceConflict = NonNullable<WritableBook['referenceConflict']>

/**
 * 목록 belongs to a 사업구간, 사업구간 to a 담당자, and the choices must go together. Only changed fields are
 * checked: a project may get another manager without making its addresses invalid. The referenced
 * rows are locked until the write is done.
 */
const findChoiceConflict: ReferenceConflict = async (trx, { before, after }) => {
  const isChanged = (...keys: string[]) =>
    before === null || keys.some((key) => (before[key] ?? null) !== (after[key] ?? null))
  const [project, manager, title] = [after['project'], after['manager'], after['title']].map((id) => id ?? null)
  if (project === null) return undefined
  if (manager !== null && isChanged('project', 'manager')) {
    const { rows } = await sql<{ manager: string | null }>`
      select manager from project where id = ${project} for key share
    `.execute(trx)
    const owner = rows[0]?.manager ?? null
    if (owner !== null && owner !== manager)
      return { field: 'project', message: '사업구간: 선택한 담당자의 사업구간이 아닙니다. 다시 선택해 주세요.' }
  }
  if (title === null || !isChanged('project', 'title')) return undefined
  const { rows } = await sql<{ project: string | null }>`
    select project from title where id = ${title} for key share
  `.execute(trx)
  if ((rows[0]?.project ?? null) === project) return undefined
  return { field: 'title', message: '목록: 선택한 사업구간의 목록이 아닙니다. 다시 선택해 주세요.' }
}

/** The dependent choices of the address filters: 담당자 → 사업구간 → 목록. */
const addressOptions: ExtraOptions = { shape: addressOptionsShape, read: readAddressOptions }

async function readAddressOptions(db: Database): Promise<AddressOptions> {
  const [managers, projects, titles] = await Promise.all([
    db.selectFrom('manager').select(['id', 'name']).orderBy('name').orderBy('id').execute(),
    db.selectFrom('project').select(['id', 'name', 'manager as above']).orderBy('name').orderBy('id').execute(),
    db.selectFrom('title').select(['id', 'name', 'project as above']).orderBy('name').orderBy('id').execute(),
  ])
  return {
    business_managers: managers.map(asOption),
    business_sections: projects.map(asOption),
    business_titles: titles.map(asOption),
    manager_section_mapping: groupIdsByParent(projects),
    section_title_mapping: groupIdsByParent(titles),
  }
}

function asOption({ id, name }: { id: string; name: string }) {
  return { value: id, label: name }
}

function groupIdsByParent(records: readonly { id: string; above: string | null }[]): Record<string, string[]> {
  const belonging = records.flatMap(({ id, above }) => (above === null ? [] : [{ id, above }]))
  const byAbove = Map.groupBy(belonging, ({ above }) => above)
  return Object.fromEntries([...byAbove].map(([above, children]) => [above, children.map(({ id }) => id)]))
}

/** Property addresses 부동산 주소. */
const addresses: ServedBook = {
  ...createServedBook(createWritableBook('addresses', { referenceConflict: findChoiceConflict }), '-id'),
  options: addressOptions,
}

/** Registry extracts 등기부, created by tasks only. */
const extracts: ServedBook = createServedBook(
  createWritableBook('address-extracts', { checkWrite: checkExtractWrite }),
  '-issued_at',
)

/** Differences between an extract and the previous one: found by tasks, decided by people. */
const changes: ServedBook = createServedBook(
  createWritableBook('address-changes', { checkWrite: checkChangeWrite, afterUpdate: applyChange }),
  '-id',
)

/** Lists contain names, addresses and property ownership, so every list request is audited. */
function createServedBook(book: ServedBook['book'], defaultOrder: string): ServedBook {
  return { book, list: { book, defaultOrder } }
}

export const addressBooks = [addresses, extracts, changes]
