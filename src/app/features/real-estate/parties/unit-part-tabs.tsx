import type { SourceRow } from '#contract/records/row-source.ts'
import { papersTab } from '#app/records/papers/papers-tab.tsx'
import { PartList } from '#app/records/parts/part-list.tsx'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { FindByNumber } from './find-by-number.tsx'
import { unitLandForm } from './unit-land-form.ts'
import { UnitParties, unitsHistory } from './unit-parties.tsx'

/**
 * Parts of a unit, as tabs of its panel and sections of its window. They are deleted with the unit.
 */
export const unitPartTabs: readonly EmbeddedTab[] = [
  {
    key: 'land',
    label: '토지',
    content: (row) =>
      isGone(row) ? null : (
        <PartList
          key={row.id}
          collection="unit-lands"
          form={unitLandForm}
          target={{ wholeId: row.id, historyId: unitsHistory }}
        />
      ),
  },
  {
    key: 'owner',
    label: '소유자',
    content: (row) =>
      isGone(row) ? null : (
        <div className="flex flex-col gap-3">
          <UnitParties key={row.id} unitId={row.id} side="grantee" />
          <FindByNumber />
        </div>
      ),
  },
  {
    // HAZARD: the key `mortgage` is taken by the fields of 근저당권설정.
    key: 'counterparty',
    label: '근저당권자·매도인',
    content: (row) => (isGone(row) ? null : <UnitParties key={row.id} unitId={row.id} side="grantor" />),
  },
  papersTab('real-estate-units', unitsHistory),
]

function isGone({ state }: SourceRow): boolean {
  return state === 'deleted'
}
