import { useEffect, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { readSealed } from '#contract/sealed-number.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { useWholeLists } from '#app/records/copy/use-whole-lists.ts'
import { RevealNumber } from '#app/records/numbers/reveal-number.tsx'
import { useDirtyForm } from '#app/records/unsaved/dirty-form.ts'
import { Spinner } from '#app/ui/buttons/spinner.tsx'
import { fieldsOfParty, partiesOf, type PartyDraft, type PartySide } from './party-draft.ts'
import type { PartyFaults } from './party-fields.tsx'
import { PartyList } from './party-list.tsx'
import { usePartSaving } from './use-part-saving.ts'
import { useUnitParts } from './use-unit-parts.ts'

const collections = { grantee: 'unit-owners', grantor: 'unit-mortgages' } as const
const bankList = ['banks'] as const

/**
 * The owners of a unit, or whoever stands against them, edited where they are shown: what is decided goes into the outbox at once, one action with everything that follows from
 * it (shares). A party without a name waits for it.
 */
export function UnitParties({ unitId, side }: { unitId: string; side: PartySide }) {
  const collection = collections[side]
  const rows = useUnitParts(collection, unitId)
  const { banks } = useWholeLists(useOfflineCopy(), bankList)
  const save = usePartSaving(collection, unitId)
  const [draft, setDraft] = useState<{ parties: readonly PartyDraft[]; isSaved: boolean } | null>(null)
  useDirtyForm(draft !== null && !draft.isSaved, side === 'grantee' ? '소유자 입력' : '근저당권자·매도인 입력')
  // What was saved stands in the rows a moment later; until then the draft is what one sees.
  useEffect(() => setDraft((now) => (now?.isSaved ? null : now)), [rows])
  if (!rows) return <Spinner label="불러오는 중" />

  async function settle(parties: readonly PartyDraft[]) {
    if (!rows || parties.some(({ name }) => name.trim() === '')) return
    const wanted = parties.map((party, at) => ({ id: party.id, fields: fieldsOfParty(side, party, at + 1) }))
    const outcome = await save(rows, wanted)
    if (outcome === 'nothing') setDraft((now) => (now?.parties === parties ? null : now))
    if (outcome === 'kept') setDraft((now) => (now?.parties === parties ? { parties, isSaved: true } : now))
  }

  return (
    <PartyList
      {...{ side, banks }}
      value={
        draft?.parties ??
        partiesOf(
          side,
          rows.map(({ record }) => record),
        )
      }
      mayBeEmpty={side === 'grantor'}
      faults={faultsOf(side, rows)}
      onChange={(parties) => setDraft({ parties, isSaved: false })}
      onSettled={(parties) => void settle(parties)}
      besideNumber={({ id, name, num, num_masked, party_kind }) =>
        num === null || num_masked === null || party_kind === 'corporation' ? null : (
          <RevealNumber {...{ collection, id, name }} masked={num_masked} isWaiting={readSealed(num) !== null} />
        )
      }
    />
  )
}

/** What the server said against a party, at its field. */
function faultsOf(side: PartySide, rows: readonly SourceRow[]): Record<string, PartyFaults> {
  const keys = side === 'grantee' ? granteeKeys : grantorKeys
  return Object.fromEntries(
    rows.map(({ id, marks }) => [
      id,
      Object.fromEntries(
        Object.entries(keys).flatMap(([field, key]) => {
          const mark = marks[field]
          if (mark?.state === 'conflict') return [[key, '다른 사람의 수정과 겹칩니다. ‘보낼 작업’에서 골라 주세요.']]
          return mark?.state === 'refused' && mark.message !== undefined ? [[key, mark.message]] : []
        }),
      ),
    ]),
  )
}

const granteeKeys = { owner: 'name', owner_num: 'num', owner_address: 'address', share: 'share_ratio' } as const
const grantorKeys = { name: 'name', num: 'num', address: 'address', share: 'share_ratio' } as const
