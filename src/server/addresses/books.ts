import type { ServedBook, OwnOptions } from '../books/served-book.ts'
import { writableCollection, type WritableCollection } from '../db/writable-collection.ts'
import { applyChange, judgeChange, judgeExtract } from './decide-change.ts'
import { requireAddressAccess as policy } from './policy.ts'
import { addressOptionsShape, type AddressOptions } from '#contract/addresses/address-options.ts'
import type { Database } from '../db/client.ts'
import { sql } from 'kysely'

type ReferenceConflict = NonNullable<WritableCollection['referenceConflict']>

/**
 * 목록 belongs to 사업구간, 사업구간 to 담당자: what is chosen together goes together. Only what a write changes is judged: another manager takes a section over without its
 * addresses being wrong. Both stay as they are until the write is done.
 */
const chosenTogether: ReferenceConflict = async (trx, { before, after }) => {
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

/** The choices of the address filters that depend on one another: 담당자 → 사업구간 → 목록 (spec 3 §3). */
const addressOptions: OwnOptions = { shape: addressOptionsShape, read: readAddressOptions }

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
    manager_section_mapping: idsByAbove(projects),
    section_title_mapping: idsByAbove(titles),
  }
}

function asOption({ id, name }: { id: string; name: string }) {
  return { value: id, label: name }
}

function idsByAbove(records: readonly { id: string; above: string | null }[]): Record<string, string[]> {
  const belonging = records.flatMap(({ id, above }) => (above === null ? [] : [{ id, above }]))
  const byAbove = Map.groupBy(belonging, ({ above }) => above)
  return Object.fromEntries([...byAbove].map(([above, among]) => [above, among.map(({ id }) => id)]))
}

/** Property addresses 부동산 주소 (decision 15). */
const addresses: ServedBook = {
  ...served(writableCollection('addresses', { referenceConflict: chosenTogether }), '-id'),
  options: addressOptions,
}

/** Registry extracts 등기부: made by jobs alone. */
const extracts: ServedBook = served(writableCollection('address-extracts', { judge: judgeExtract }), '-issued_at')

/** What an extract says other than the one before it: found by jobs, decided on by people. */
const changes: ServedBook = served(
  writableCollection('address-changes', { judge: judgeChange, alongside: applyChange }),
  '-id',
)

/** Names, addresses and who owns what: whoever looks at a list leaves a trace. */
function served(collection: ServedBook['collection'], defaultOrder: string): ServedBook {
  return { collection, list: { collection, defaultOrder }, policy }
}

export const addressBooks = [addresses, extracts, changes]
