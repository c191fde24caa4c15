import type { DetailTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { FindByNumber } from './find-by-number.tsx'
import { UnitLands } from './unit-lands.tsx'
import { UnitParties } from './unit-parties.tsx'

/** What belongs to a unit, as tabs of its panel and sections of its window. */
export const unitPartTabs = [
  { key: 'land', label: '토지', content: ({ id }) => <UnitLands unitId={id} /> },
  {
    key: 'owner',
    label: '소유자',
    content: ({ id }) => (
      <div className="flex flex-col gap-3">
        <UnitParties unitId={id} side="grantee" />
        <FindByNumber />
      </div>
    ),
  },
  { key: 'mortgage', label: '근저당권자·매도인', content: ({ id }) => <UnitParties unitId={id} side="grantor" /> },
] as const satisfies readonly DetailTab[]
