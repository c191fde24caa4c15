import { Plus } from 'lucide-react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { totalOf } from '#domain/applications/party-shares.ts'
import { newId } from '#mirror/new-id.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useLineFocus } from '#app/ui/use-line-focus.ts'
import {
  emptyParty,
  fractionAsked,
  isKnown,
  partyRoles,
  sharedFractions,
  sharedTotal,
  withoutParty,
  withParty,
  type PartyDraft,
  type PartySide,
} from './party-draft.ts'
import { PartyFields, type PartyFaults } from './party-fields.tsx'

export interface PartyListProps {
  side: PartySide
  value: readonly PartyDraft[]
  /** Called on every keystroke. Numbers are already encrypted. */
  onChange(parties: readonly PartyDraft[]): void
  /**
   * Called when input is complete: a field lost focus, a choice was made, a number encrypted, a
   * party added or removed.
   */
  onSettled?(parties: readonly PartyDraft[]): void
  /** Errors by party id and key. */
  faults?: Readonly<Record<string, PartyFaults>>
  /** Banks a mortgagee can be filled from. */
  banks?: readonly AnyRecord[]
  /** The book of the parties' records; shows 번호 보기 next to each number. */
  revealIn?: CollectionName
  /** A unit without a mortgage has no counterparty. */
  mayBeEmpty?: boolean
  isReadOnly?: boolean
  /** The parties are for a filing, which requires number and address of everybody with an entry. */
  isFiled?: boolean
  /** Noun for one party; default: 권리자, 의무자. On a unit a bank is not called 의무자. */
  noun?: string
}

/**
 * Parties of one side with numbers and shares. Adding or removing one splits the shares equally,
 * the last one with the remainder.
 */
export function PartyList(props: PartyListProps) {
  const {
    side,
    value,
    onChange,
    onSettled,
    faults = {},
    banks = [],
    revealIn,
    mayBeEmpty = false,
    isFiled = false,
    noun = sideWords[side].party,
  } = props
  const confirm = useConfirm()
  const { list, willAdd, willRemove } = useLineFocus()

  function decide(parties: readonly PartyDraft[]) {
    onChange(parties)
    onSettled?.(parties)
  }

  function replaced(party: PartyDraft): readonly PartyDraft[] {
    return value.map((one) => (one.id === party.id ? party : one))
  }

  async function remove(party: PartyDraft) {
    if (value.length > 1 || mayBeEmpty) {
      willRemove(value.indexOf(party))
      return decide(withoutParty(value, party.id))
    }
    await confirm({ title: sideWords[side].atLeastOne, cancelLabel: '확인' })
  }

  return (
    <div ref={list} className="flex flex-col gap-3">
      {value.map((party, at) => (
        <PartyFields
          key={party.id}
          party={party}
          side={side}
          banks={banks}
          label={`${noun} ${at + 1}`}
          faults={faults[party.id] ?? {}}
          isSharing={sharedTotal(value, party) !== null}
          printedShare={printedShare(value, party)}
          isSoleOwner={isFiled && (side === 'grantee' || isKnown(party))}
          revealIn={revealIn ?? null}
          isReadOnly={props.isReadOnly ?? false}
          onChange={(next) => onChange(replaced(next))}
          onCommit={(next) => decide(replaced(next))}
          onBlur={() => onSettled?.(value)}
          onRemove={() => void remove(party)}
        />
      ))}
      <ShareTotals parties={value} />
      {props.isReadOnly ? null : (
        <div>
          <Button
            size="sm"
            icon={<Plus size={14} strokeWidth={1.5} aria-hidden />}
            onClick={() => {
              willAdd(value.length)
              decide(withParty(value, emptyParty(side, newId())))
            }}
          >
            {noun} 추가
          </Button>
        </div>
      )}
    </div>
  )
}

const sideWords = {
  grantee: { party: '권리자', atLeastOne: '권리자는 최소 1명 이상이어야 합니다.' },
  grantor: { party: '의무자', atLeastOne: '의무자는 최소 1명 이상이어야 합니다.' },
} as const

function printedShare(parties: readonly PartyDraft[], party: PartyDraft): string | undefined {
  const shared = sharedFractions(parties, party)
  return shared?.texts[shared.parties.indexOf(party)] ?? undefined
}

/**
 * Total share per role, shown for two or more parties: green at exactly 100. Asks for fractions if
 * percentages do not determine them.
 */
function ShareTotals({ parties }: { parties: readonly PartyDraft[] }) {
  const roles = [...new Set(parties.map(({ role }) => role))]
  return roles.map((role) => {
    const shared = sharedFractions(parties, { role })
    if (shared === null) return null
    const total = totalOf(shared.parties)
    const name =
      role === null ? '지분 합계' : `${partyRoles.find(({ value }) => value === role)?.label ?? ''} 지분 합계`
    return (
      <p key={role} role={shared.isWhole ? undefined : 'alert'} className={shared.isWhole ? 'text-good' : 'text-seal'}>
        {name} <span className="tabular font-semibold">{total}%</span>
        {shared.isWhole ? null : total === 100 ? ` — ${fractionAsked}` : ' — 지분의 합이 100%가 되어야 합니다.'}
      </p>
    )
  })
}
