import { addressOptionsShape, type AddressOptions } from '#contract/addresses/address-options.ts'
import type { OwnOptions } from '../books/served-book.ts'
import type { Database } from '../db/client.ts'

/** The choices of the address filters that depend on one another: 담당자 → 사업구간 → 목록 (spec 3 §3). */
export const addressOptions: OwnOptions = { shape: addressOptionsShape, read: readAddressOptions }

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
