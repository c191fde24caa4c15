import { expect, test } from 'vitest'
import { addressPartTabs } from '#app/features/addresses/address-parts.tsx'
import { createAddressExtras } from '#app/features/addresses/linked/address-extras.tsx'
import { depositPapersTab } from '#app/features/deposit-cases/deposit-detail-page.tsx'
import { caseParts } from '#app/features/real-estate/case-parts.ts'
import { unitPartTabs } from '#app/features/real-estate/parties/unit-part-tabs.tsx'
import { buildGroupTabs } from '#app/records/detail/record-panel.tsx'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { type CollectionName, getBook } from '#contract/books/collections.ts'

/**
 * Embedded tabs next to the field groups of a record's panel. A key that is also a field group
 * would open that group instead.
 */
const parts: Partial<Record<CollectionName, readonly EmbeddedTab[]>> = {
  'real-estate': caseParts,
  'real-estate-units': [...unitPartTabs, ...createAddressExtras('real-estate-units').parts],
  'deposit-cases': [...createAddressExtras('deposit-cases').parts, depositPapersTab],
  addresses: addressPartTabs,
}

test.each(Object.entries(parts) as [CollectionName, readonly EmbeddedTab[]][])(
  'every tab in the panel of %s has its own key',
  (name, own) => {
    const keys = [...buildGroupTabs(getBook(name)), ...own].map(({ key }) => key)
    expect([...keys, 'history'].toSorted()).toEqual([...new Set([...keys, 'history'])].toSorted())
  },
)
