import { Plus, Trash2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'
import { PersonNumberField } from '#app/records/person-numbers/person-number-field.tsx'
import { RevealPersonNumber } from '#app/records/person-numbers/reveal-person-number.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useLineFocus } from '#app/ui/fields/use-line-focus.ts'
import { useConfirm } from '#app/ui/overlays/confirm.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { parseSealedNumber } from '#contract/person-numbers/sealed-number.ts'
import { formatShareAsTyped, type PartyShare, readTypedShare, sumShares } from '#domain/applications/party-shares.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import { fillFromBank } from './fill-from-bank.ts'
import {
  addParty,
  createEmptyParty,
  fractionRequiredText,
  hasEntry,
  type PartyDraft,
  partyKinds,
  partyRoles,
  type PartySide,
  readRoleShares,
  removeParty,
  sumRoleShares,
} from './party-draft.ts'

interface PartyListProps {
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
  errors?: Readonly<Record<string, PartyErrors>>
  /** Banks a mortgagee can be filled from. */
  banks?: readonly AnyRecord[]
  /** The book of the parties' records; shows 번호 보기 next to each number. */
  revealCollection?: CollectionName
  /** A unit without a mortgage has no counterparty. */
  canBeEmpty?: boolean
  isReadOnly?: boolean
  /** The parties are for a filing, which requires number and address of everybody with an entry. */
  isForFiling?: boolean
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
    errors = {},
    banks = [],
    revealCollection,
    canBeEmpty = false,
    isForFiling = false,
    noun = sideLabels[side].party,
  } = props
  const confirm = useConfirm()
  const { list, willAdd, willRemove } = useLineFocus()

  function commit(parties: readonly PartyDraft[]) {
    onChange(parties)
    onSettled?.(parties)
  }

  function replaceParty(party: PartyDraft): readonly PartyDraft[] {
    return value.map((existing) => (existing.id === party.id ? party : existing))
  }

  async function remove(party: PartyDraft) {
    if (value.length > 1 || canBeEmpty) {
      willRemove(value.indexOf(party))
      return commit(removeParty(value, party.id))
    }
    await confirm({ title: sideLabels[side].atLeastOne, cancelLabel: '확인' })
  }

  return (
    <div ref={list} className="flex flex-col gap-3">
      {value.map((party, index) => (
        <PartyFields
          key={party.id}
          party={party}
          side={side}
          banks={banks}
          label={`${noun} ${index + 1}`}
          errors={errors[party.id] ?? {}}
          isSharing={sumRoleShares(value, party) !== null}
          printedShare={findPrintedShare(value, party)}
          shouldRequireDetails={isForFiling && (side === 'grantee' || hasEntry(party))}
          revealCollection={revealCollection ?? null}
          isReadOnly={props.isReadOnly ?? false}
          onChange={(next) => onChange(replaceParty(next))}
          onCommit={(next) => commit(replaceParty(next))}
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
              commit(addParty(value, createEmptyParty(side, newId())))
            }}
          >
            {noun} 추가
          </Button>
        </div>
      )}
    </div>
  )
}

const sideLabels = {
  grantee: { party: '권리자', atLeastOne: '권리자는 최소 1명 이상이어야 합니다.' },
  grantor: { party: '의무자', atLeastOne: '의무자는 최소 1명 이상이어야 합니다.' },
} as const

function findPrintedShare(parties: readonly PartyDraft[], party: PartyDraft): string | undefined {
  const shared = readRoleShares(parties, party)
  return shared?.texts[shared.parties.indexOf(party)] ?? undefined
}

/**
 * Total share per role, shown for two or more parties: green at exactly 100. Asks for fractions if
 * percentages do not determine them.
 */
function ShareTotals({ parties }: { parties: readonly PartyDraft[] }) {
  const roles = [...new Set(parties.map(({ role }) => role))]
  return roles.map((role) => {
    const shared = readRoleShares(parties, { role })
    if (shared === null) return null
    const total = sumShares(shared.parties)
    const name =
      role === null ? '지분 합계' : `${partyRoles.find(({ value }) => value === role)?.label ?? ''} 지분 합계`
    return (
      <p
        key={role}
        role={shared.isComplete ? undefined : 'alert'}
        className={shared.isComplete ? 'text-good' : 'text-danger'}
      >
        {name} <span className="tabular font-semibold">{total}%</span>
        {shared.isComplete
          ? null
          : total === 100
            ? ` — ${fractionRequiredText}`
            : ' — 지분의 합이 100%가 되어야 합니다.'}
      </p>
    )
  })
}

interface ShareFieldProps {
  share: PartyShare
  /** The share as printed; absent if unknown. */
  printed: string | undefined
  isReadOnly: boolean
  error: string | undefined
  onShare(share: Required<PartyShare>): void
}

/**
 * A share in percent or as a fraction. Incomplete input stays in the field; `onShare` is called
 * once it is valid.
 */
function ShareField({ share, printed, isReadOnly, error, onShare }: ShareFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const isInvalid = typed !== null && readTypedShare(typed) === null
  return (
    <TextField
      label="지분(%)"
      readOnly={isReadOnly}
      className="text-right tabular-nums"
      value={typed ?? formatShareAsTyped(share)}
      error={isInvalid ? shareError : error}
      hint={printed ?? '분수로도 입력할 수 있습니다. (예: 3/7)'}
      onBlur={() => setTyped(null)}
      onValue={(text) => {
        setTyped(text)
        const typedShare = readTypedShare(text)
        if (typedShare !== null) onShare(typedShare)
      }}
    />
  )
}

const shareError = '0에서 100 사이의 숫자(소수점 아래 2자리까지)나 분수(3/7, 7분의 3)로 입력해 주세요.'

export type PartyErrors = Readonly<Partial<Record<keyof PartyDraft, string>>>

interface PartyFieldsProps {
  party: PartyDraft
  side: PartySide
  label: string
  banks: readonly AnyRecord[]
  errors: PartyErrors
  /** Whether another party shares with it. */
  isSharing: boolean
  /** Its share as printed; absent if unknown. */
  printedShare: string | undefined
  /** Whether number and address are required like the name. */
  shouldRequireDetails: boolean
  revealCollection: CollectionName | null
  isReadOnly: boolean
  onChange(party: PartyDraft): void
  /** Called for a choice, which needs no further typing. */
  onCommit(party: PartyDraft): void
  onBlur(): void
  onRemove(): void
}

/** Fields of one party: identity, number, address and share. */
function PartyFields(props: PartyFieldsProps) {
  const { party, side, label, banks, errors, onChange, onCommit, onBlur, onRemove } = props
  const isCorporation = party.party_kind === 'corporation'
  const title = useId()
  const renderText = (key: keyof PartyDraft, name: string, more: { isRequired?: boolean; maxLength?: number } = {}) => (
    <TextField
      label={name}
      value={String(party[key] ?? '')}
      error={errors[key]}
      readOnly={props.isReadOnly}
      {...more}
      onValue={(value) => onChange({ ...party, [key]: value === '' && nullable.has(key) ? null : value })}
    />
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles events that bubble from its fields
    <fieldset
      data-line
      aria-labelledby={title}
      onBlur={(event) => isFieldBlur(event) && onBlur()}
      onKeyDown={(event) => isEnter(event) && onBlur()}
      className="@container min-w-0 rounded-panel border p-3"
    >
      <div className="mb-2 flex items-center gap-2">
        <h3 id={title} className="mr-auto font-semibold">
          {label}
        </h3>
        {props.isReadOnly ? null : (
          <IconButton
            label={`${label} 삭제`}
            icon={<Trash2 size={16} strokeWidth={1.5} />}
            isDestructive
            size="sm"
            onClick={onRemove}
          />
        )}
      </div>
      <div className="grid gap-x-3 gap-y-2 @min-[480px]:grid-cols-2">
        {side === 'grantor' ? (
          <Select
            label="자격"
            value={party.role ?? 'mortgagee'}
            choices={partyRoles}
            onValue={(role) => onCommit({ ...party, role })}
          />
        ) : null}
        <Select
          label="구분"
          value={party.party_kind}
          choices={partyKinds}
          // Resets the number, which was validated for the previous kind.
          onValue={(party_kind) => onCommit({ ...party, party_kind, num: null, num_masked: null })}
        />
        {side === 'grantor' && party.role !== 'seller' && banks.length > 0 ? (
          <Select
            label="은행에서 채우기"
            value=""
            choices={[{ value: '', label: '은행 선택' }, ...banks.map(bankChoice)]}
            onValue={(id) => {
              const bank = banks.find((candidate) => candidate.id === id)
              if (bank) void fillFromBank(party, bank).then(onCommit)
            }}
          />
        ) : null}
        {renderText('name', isCorporation ? '명칭' : '성명', { isRequired: true, maxLength: 100 })}
        <div className="flex min-w-0 items-start gap-2">
          <div className="min-w-0 flex-1">
            <PersonNumberField
              // Errors and partial input do not carry over to the other kind.
              key={party.party_kind}
              kind={party.party_kind}
              isRequired={props.shouldRequireDetails}
              masked={party.num_masked}
              error={errors.num}
              onNumber={({ sealed, masked }) =>
                onCommit({ ...party, num: typeof sealed === 'string' ? sealed : null, num_masked: masked })
              }
            />
          </div>
          <Reveal {...props} />
        </div>
        {props.isSharing ? (
          <ShareField
            share={party}
            printed={props.printedShare}
            isReadOnly={props.isReadOnly}
            error={errors.share_ratio}
            onShare={(share) => onChange({ ...party, ...share })}
          />
        ) : null}
        <div className="col-span-full">
          {renderText('address', isCorporation ? '본점 주소' : '주소', {
            isRequired: props.shouldRequireDetails,
            maxLength: 300,
          })}
        </div>
        {side === 'grantor' ? renderText('position', '지점(취급점)', { maxLength: 100 }) : null}
        {isCorporation && side === 'grantee' ? renderText('business_name', '상호', { maxLength: 100 }) : null}
        {isCorporation ? renderText('business_num', '사업자등록번호', { maxLength: 20 }) : null}
        {isCorporation ? renderText('business_owner_name', '대표자', { maxLength: 50 }) : null}
      </div>
    </fieldset>
  )
}

/** 번호 보기, for numbers that are masked. */
function Reveal({ party: { id, name, num, num_masked, party_kind }, revealCollection }: PartyFieldsProps) {
  if (revealCollection === null || num === null || num_masked === null || party_kind === 'corporation') return null
  return (
    <div className="shrink-0 pt-6">
      <RevealPersonNumber
        collection={revealCollection}
        id={id}
        name={name}
        masked={num_masked}
        isWaiting={parseSealedNumber(num) !== null}
      />
    </div>
  )
}

const nullable: ReadonlySet<keyof PartyDraft> = new Set([
  'position',
  'business_name',
  'business_num',
  'business_owner_name',
])

function bankChoice({ id, name, position }: AnyRecord): { value: string; label: string } {
  return { value: id, label: [name, position].filter(Boolean).join(' ') }
}

/** Whether focus leaves one of this party's inputs, which completes the input. */
function isFieldBlur({ target }: FocusEvent<HTMLElement>): boolean {
  return target instanceof HTMLInputElement
}

function isEnter(event: KeyboardEvent<HTMLElement>): boolean {
  return !isImeKey(event) && event.key === 'Enter' && event.target instanceof HTMLInputElement
}
