import { bookOf } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useCompleteLists } from '#app/records/copy/use-complete-lists.ts'
import { faultsOf } from '#app/records/parts/part-list.tsx'
import { usePartSaving } from '#app/records/parts/use-part-saving.ts'
import { useParts } from '#app/records/parts/use-parts.ts'
import { useRowsDraft } from '#app/records/parts/use-rows-draft.ts'
import { useRecordGuard } from '#app/records/unsaved/use-leave-guard.ts'
import { fieldsOfParty, partiesOf, type PartyDraft, type PartySide } from './party-draft.ts'
import type { PartyFaults } from './party-fields.tsx'
import { PartyList } from './party-list.tsx'
import { PartsPending } from '#app/records/parts/parts-pending.tsx'

const collections = { grantee: 'unit-owners', grantor: 'unit-mortgages' } as const
/** Undo history of the units' screen (`tableId` of its table). */
export const unitsHistory = 'real-estate-units'

const bankList = ['banks'] as const

/**
 * Owners or counterparties of a unit, edited in place. Completed input goes to the outbox at once,
 * as one action with all resulting changes (shares). A party without a name is not saved yet.
 */
export function UnitParties({ unitId, side }: { unitId: string; side: PartySide }) {
  const collection = collections[side]
  const rows = useParts(collection, unitId)
  const { banks } = useCompleteLists(useOfflineCopy(), bankList)
  const save = usePartSaving(collection, { wholeId: unitId, historyId: unitsHistory })
  const draft = useRowsDraft<readonly PartyDraft[]>(rows)
  useRecordGuard(draft.isDirty, side === 'grantee' ? '소유자 입력' : '근저당권자·매도인 입력', draft.settleTyped)
  if (!rows) return <PartsPending />

  function settle(parties: readonly PartyDraft[]) {
    if (parties.some(({ name }) => name.trim() === '')) return
    const wanted = parties.map((party, at) => ({ id: party.id, fields: fieldsOfParty(side, party, at + 1) }))
    draft.settle(parties, (baseRows) => save(baseRows, wanted))
  }

  return (
    <PartyList
      side={side}
      banks={banks}
      value={
        draft.value ??
        partiesOf(
          side,
          rows.map(({ record }) => record),
        )
      }
      mayBeEmpty={side === 'grantor'}
      noun={bookOf(collection).noun}
      faults={partyFaults(side, rows)}
      onChange={draft.type}
      onSettled={settle}
      revealIn={collection}
    />
  )
}

/** Refusals of the server, by party and field. */
function partyFaults(side: PartySide, rows: readonly SourceRow[]): Record<string, PartyFaults> {
  const keys = side === 'grantee' ? granteeKeys : grantorKeys
  return Object.fromEntries(
    Object.entries(faultsOf(rows)).map(([id, faults]) => [
      id,
      Object.fromEntries(Object.entries(keys).flatMap(([field, key]) => (faults[field] ? [[key, faults[field]]] : []))),
    ]),
  )
}

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
