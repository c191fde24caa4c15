import { Trash2 } from 'lucide-react'
import type { Bank } from '#contract/books/banks.ts'
import { typedPartyNumber, judgePartyNumber } from '#domain/party-number.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import type { PartyDraft, PartyFaults, PartySide } from './party-draft.ts'
import { partyOfBank } from './party-of-bank.ts'

interface PartyFieldsProps {
  label: string
  side: PartySide
  party: PartyDraft
  onParty(party: PartyDraft): void
  onRemove(): void
  hasShare: boolean
  faults: PartyFaults
  banks: readonly Bank[]
}

const kinds = [
  { value: 'person', label: '개인' },
  { value: 'corporation', label: '법인' },
] as const
const roles = [
  { value: 'mortgagee', label: '근저당권자' },
  { value: 'seller', label: '매도인' },
] as const

/** One party: who it is decides what is asked (decision 24). */
export function PartyFields(props: PartyFieldsProps) {
  const { label, side, party, onParty, faults } = props
  const isCorporation = party.kind === 'corporation'
  const put = (change: Partial<PartyDraft>) => onParty({ ...party, ...change })
  return (
    <fieldset className="grid gap-x-3 gap-y-2 rounded-panel border px-3 pt-1 pb-3 sm:grid-cols-2 lg:grid-cols-4">
      <legend className="sr-only">{label}</legend>
      <div className="col-span-full flex items-center justify-between">
        <span aria-hidden className="text-label text-ink-2">
          {label}
        </span>
        <IconButton label={`${label} 삭제`} icon={<Trash2 size={16} strokeWidth={1.5} />} onClick={props.onRemove} />
      </div>
      {side === 'counterparty' ? <Role {...props} put={put} /> : null}
      <Select label="구분" value={party.kind} choices={kinds} onValue={(kind) => put({ kind })} />
      <TextField
        label={isCorporation ? '상호(명칭)' : '성명'}
        isRequired
        maxLength={100}
        value={party.name}
        error={faults.name}
        onValue={(name) => put({ name })}
      />
      <PartyNumber {...props} put={put} />
      <div className="sm:col-span-2">
        <TextField
          label={isCorporation ? '본점 주소' : '주소'}
          isRequired
          maxLength={300}
          value={party.address}
          error={faults.address}
          onValue={(address) => put({ address })}
        />
      </div>
      {isCorporation ? <CorporateFields party={party} side={side} put={put} /> : null}
      {props.hasShare ? (
        <TextField
          label="지분(%)"
          inputMode="decimal"
          className="text-right tabular-nums"
          value={party.share}
          error={faults.share}
          onValue={(share) => put({ share })}
        />
      ) : null}
    </fieldset>
  )
}

type Put = (change: Partial<PartyDraft>) => void

function Role({ party, banks, put }: PartyFieldsProps & { put: Put }) {
  const choices = [
    { value: '', label: '직접 입력' },
    ...banks.map((bank) => ({ value: bank.id, label: bankLabel(bank) })),
  ]
  return (
    <>
      <Select label="자격" value={party.role ?? 'mortgagee'} choices={roles} onValue={(role) => put({ role })} />
      {party.role === 'mortgagee' && banks.length > 0 ? (
        <Select
          label="은행에서 가져오기"
          value=""
          choices={choices}
          onValue={(id) => {
            const bank = banks.find((each) => each.id === id)
            if (bank) put(partyOfBank(bank))
          }}
        />
      ) : null}
    </>
  )
}

function bankLabel({ name, position }: Bank): string {
  return position ? `${name} ${position}` : name
}

/** The number that is kept shows masked; what is typed takes its place. */
function PartyNumber({ party, faults, put }: PartyFieldsProps & { put: Put }) {
  const isCorporation = party.kind === 'corporation'
  const judged = party.typedNumber.trim() === '' ? null : judgePartyNumber(party.kind, party.typedNumber)
  const warning = judged?.ok ? (judged.warning ?? undefined) : undefined
  return (
    <TextField
      label={isCorporation ? '법인등록번호' : '주민등록번호'}
      isRequired
      inputMode="numeric"
      maxLength={14}
      placeholder={party.maskedNumber ?? '000000-0000000'}
      value={party.typedNumber}
      error={faults.typedNumber}
      hint={warning ?? (party.maskedNumber === null ? undefined : `저장된 번호 ${party.maskedNumber}`)}
      className="tabular-nums"
      onValue={(text) => put({ typedNumber: typedPartyNumber(text) })}
    />
  )
}

function CorporateFields({ party, side, put }: { party: PartyDraft; side: PartySide; put: Put }) {
  return (
    <>
      <TextField
        label="대표자"
        maxLength={50}
        value={party.representative}
        onValue={(representative) => put({ representative })}
      />
      {side === 'counterparty' ? (
        <TextField
          label="지점(취급점)"
          maxLength={100}
          value={party.position}
          onValue={(position) => put({ position })}
        />
      ) : null}
      <TextField
        label="사업자등록번호"
        inputMode="numeric"
        maxLength={20}
        value={party.businessNumber}
        onValue={(businessNumber) => put({ businessNumber })}
      />
    </>
  )
}
