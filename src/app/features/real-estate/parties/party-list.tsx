import { Plus } from 'lucide-react'
import type { Bank } from '#contract/books/banks.ts'
import { newId } from '#mirror/new-id.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import {
  newParty,
  totalOfShares,
  withEqualShares,
  type PartyDraft,
  type PartyFaults,
  type PartySide,
} from './party-draft.ts'
import { PartyFields } from './party-fields.tsx'

interface PartyListProps {
  side: PartySide
  /** 등기권리자, 소유자 …: heads the list and names its buttons. */
  label: string
  parties: readonly PartyDraft[]
  onParties(parties: readonly PartyDraft[]): void
  /** By party id. */
  faults: Readonly<Record<string, PartyFaults>>
  /** Who may take a mortgage, so that nobody types a bank again. */
  banks: readonly Bank[]
}

/** The parties of one side, in the order in which they are printed (spec 2 §3, §4 "Party shares"). At least one stays. */
export function PartyList({ side, label, parties, onParties, faults, banks }: PartyListProps) {
  const toast = useToast()

  function remove(id: string) {
    if (parties.length === 1) {
      const subject = side === 'owner' ? '권리자는' : '의무자는'
      return toast.warning(`${subject} 최소 1명 이상이어야 합니다.`)
    }
    onParties(withEqualShares(parties.filter((party) => party.id !== id)))
  }

  return (
    <section aria-label={label} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-semibold">{label}</h3>
        <SharesTotal parties={parties} />
        <span className="ml-auto">
          <Button
            size="sm"
            icon={<Plus size={14} strokeWidth={1.5} />}
            onClick={() => onParties(withEqualShares([...parties, newParty(newId(), side)]))}
          >
            {label} 추가
          </Button>
        </span>
      </div>
      <ol className="flex flex-col gap-3">
        {parties.map((party, at) => (
          <li key={party.id}>
            <PartyFields
              {...{ party, side, banks }}
              label={parties.length > 1 ? `${label} ${at + 1}` : label}
              hasShare={parties.length > 1}
              faults={faults[party.id] ?? {}}
              onParty={(changed) => onParties(parties.map((each) => (each.id === party.id ? changed : each)))}
              onRemove={() => remove(party.id)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Green at exactly 100, red with a warning otherwise; shown with more than one party only (spec 2 §4). */
function SharesTotal({ parties }: { parties: readonly PartyDraft[] }) {
  if (parties.length < 2) return null
  const total = totalOfShares(parties)
  const isWhole = total === 100
  return (
    <p role="status" className={`tabular text-label font-medium ${isWhole ? 'text-good' : 'text-seal'}`}>
      지분 합계 {total}%{isWhole ? '' : ' · 합계가 100%가 되어야 합니다.'}
    </p>
  )
}
