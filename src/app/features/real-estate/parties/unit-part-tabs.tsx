import { RecordDetailPage } from '#app/records/detail/record-detail-page.tsx'
import { useCompleteLists } from '#app/records/offline-copy/use-complete-lists.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { createPapersTab } from '#app/records/papers/papers-tab.tsx'
import { collectErrors, PartList, useRowsDraft } from '#app/records/parts/part-list.tsx'
import { usePartSaving } from '#app/records/parts/use-part-saving.ts'
import { PartsPending, useParts } from '#app/records/parts/use-parts.tsx'
import type { RecordExtras } from '#app/records/screen/record-extras.ts'
import { useRecordGuard } from '#app/records/unstored-values/use-navigation-guard.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import { getBook } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { FindByPersonNumber } from './find-by-person-number.tsx'
import { type PartyDraft, type PartySide, toPartyDrafts, toPartyFields, unitLandForm } from './party-draft.ts'
import { type PartyErrors, PartyList } from './party-list.tsx'

const collections = { grantee: 'unit-owners', grantor: 'unit-mortgages' } as const

/** Undo history of the units' screen (`tableId` of its table). */
const unitsHistory = 'real-estate-units'

const bankList = ['banks'] as const

const granteeKeys = {
  owner: 'name',
  owner_num: 'num',
  owner_address: 'address',
  share: 'share_ratio',
  share_fraction: 'share_ratio',
} as const

const grantorKeys = {
  name: 'name',
  num: 'num',
  address: 'address',
  share: 'share_ratio',
  share_fraction: 'share_ratio',
} as const

/**
 * Parts of a unit, as tabs of its panel and sections of its window. They are deleted with the unit.
 */
export const unitPartTabs: readonly EmbeddedTab[] = [
  {
    key: 'land',
    label: '토지',
    content: (row) =>
      isDeleted(row) ? null : (
        <PartList
          key={row.id}
          collection="unit-lands"
          form={unitLandForm}
          target={{ parentId: row.id, historyId: unitsHistory }}
        />
      ),
  },
  {
    key: 'owner',
    label: '소유자',
    content: (row) =>
      isDeleted(row) ? null : (
        <div className="flex flex-col gap-3">
          <UnitParties key={row.id} unitId={row.id} side="grantee" />
          <FindByPersonNumber />
        </div>
      ),
  },
  {
    // The key `mortgage` is taken by the fields of 근저당권설정.
    key: 'counterparty',
    label: '근저당권자·매도인',
    content: (row) => (isDeleted(row) ? null : <UnitParties key={row.id} unitId={row.id} side="grantor" />),
  },
  createPapersTab('real-estate-units', unitsHistory),
]

function isDeleted({ state }: SourceRow): boolean {
  return state === 'deleted'
}

/** Standalone window of one unit: its fields and parts. */
export function UnitDetailPage({ id, extras }: { id: string; extras: RecordExtras }) {
  return <RecordDetailPage id={id} collection="real-estate-units" parts={[...unitPartTabs, ...extras.parts]} />
}

/**
 * Owners or counterparties of a unit, edited in place. Completed input goes to the outbox at once,
 * as one action with all resulting changes (shares). A party without a name is not saved yet.
 */
function UnitParties({ unitId, side }: { unitId: string; side: PartySide }) {
  const collection = collections[side]
  const rows = useParts(collection, unitId)
  const { banks } = useCompleteLists(useOfflineCopy(), bankList)
  const save = usePartSaving(collection, { parentId: unitId, historyId: unitsHistory })
  const draft = useRowsDraft<readonly PartyDraft[]>(rows)
  useRecordGuard(draft.isDirty, side === 'grantee' ? '소유자 입력' : '근저당권자·매도인 입력', draft.settleTyped)
  if (!rows) return <PartsPending />

  function saveParties(parties: readonly PartyDraft[]) {
    if (parties.some(({ name }) => name.trim() === '')) return
    const records = parties.map((party, index) => ({ id: party.id, fields: toPartyFields(side, party, index + 1) }))
    draft.settle(parties, (baseRows) => save(baseRows, records))
  }

  return (
    <PartyList
      side={side}
      banks={banks}
      value={
        draft.value ??
        toPartyDrafts(
          side,
          rows.map(({ record }) => record),
        )
      }
      canBeEmpty={side === 'grantor'}
      noun={getBook(collection).noun}
      errors={collectPartyErrors(side, rows)}
      onChange={draft.type}
      onSettled={saveParties}
      revealCollection={collection}
    />
  )
}

/** Refusals of the server, by party and field. */
function collectPartyErrors(side: PartySide, rows: readonly SourceRow[]): Record<string, PartyErrors> {
  const keys = side === 'grantee' ? granteeKeys : grantorKeys
  return Object.fromEntries(
    Object.entries(collectErrors(rows)).map(([id, errors]) => [
      id,
      Object.fromEntries(Object.entries(keys).flatMap(([field, key]) => (errors[field] ? [[key, errors[field]]] : []))),
    ]),
  )
}
