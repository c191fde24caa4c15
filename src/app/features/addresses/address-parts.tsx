import { createPapersTab } from '#app/records/papers/papers-tab.tsx'
import { createPartForm } from '#app/records/parts/part-draft.ts'
import { PartList } from '#app/records/parts/part-list.tsx'
import type { PartsTarget } from '#app/records/parts/use-part-saving.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { formatCompensationHint, formatTotal } from './compensation-amounts.ts'
import { Registry } from './registry/registry.tsx'

/** The four parts of an address, by key. */
export const addressParts = [
  { key: 'immovable', label: '부동산(등기부)' },
  { key: 'owner', label: '소유자' },
  { key: 'building', label: '건물' },
  { key: 'land', label: '토지' },
] as const
export type AddressPartKey = (typeof addressParts)[number]['key']

const forms = {
  owner: { collection: 'address-owners', form: createPartForm('address-owners') },
  building: { collection: 'address-buildings', form: createPartForm('address-buildings'), sum: formatTotal },
  land: {
    collection: 'address-lands',
    form: { ...createPartForm('address-lands'), hintOf: formatCompensationHint },
    sum: formatTotal,
  },
} as const

/**
 * One part of the address in `target`. The register is read-only, the others can be edited.
 */
export function AddressPart({ part, target }: { part: AddressPartKey; target: PartsTarget }) {
  if (part === 'immovable') return <Registry target={target} />
  return <PartList key={`${part} ${target.parentId}`} target={target} {...forms[part]} />
}

/** Screen whose undo history these tabs share (`tableId` of the address table). */
const addressesHistory = 'addresses'

/** The parts of an address, as tabs of its panel and sections of its window. */
export const addressPartTabs: readonly EmbeddedTab[] = [
  ...addressParts.map(({ key, label }): EmbeddedTab => ({
    key,
    label,
    content: (row) =>
      row.state === 'deleted' ? null : (
        <AddressPart key={row.id} part={key} target={{ parentId: row.id, historyId: addressesHistory }} />
      ),
  })),
  createPapersTab('addresses', addressesHistory),
]
