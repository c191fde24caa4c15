import { papersTab } from '#app/records/papers/papers-tab.tsx'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { AddressPart, addressParts } from './address-parts.tsx'

/** Screen whose undo history these tabs share (`tableId` of the address table). */
const addressesHistory = 'addresses'

/** The components of an address, as tabs of its panel and sections of its window. */
export const addressPartTabs: readonly EmbeddedTab[] = [
  ...addressParts.map(({ key, label }): EmbeddedTab => ({
    key,
    label,
    content: (row) =>
      row.state === 'deleted' ? null : (
        <AddressPart key={row.id} part={key} target={{ wholeId: row.id, historyId: addressesHistory }} />
      ),
  })),
  papersTab('addresses', addressesHistory),
]
