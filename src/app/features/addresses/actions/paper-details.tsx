import { depositGrounds, type PaperDetails } from '#contract/addresses/official-documents.ts'
import type { OfficialDocument } from '#contract/addresses/address-actions.ts'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'

type DetailKey = keyof PaperDetails
export type DetailTexts = Readonly<Partial<Record<DetailKey, string>>>

interface PaperDetailsProps {
  document: OfficialDocument
  texts: DetailTexts
  onTexts(texts: DetailTexts): void
}

/**
 * Inputs for document details that aren't stored in any record. They apply to every document of the
 * batch; an empty input prints an empty box.
 */
export function PaperDetailFields({ document, texts, onTexts }: PaperDetailsProps) {
  const keys = keysOf[document]
  if (keys.length === 0) return null
  return (
    <fieldset className="grid gap-2 sm:grid-cols-2">
      <legend className="mb-1 text-label text-ink-3">비워 두면 서류에 빈칸으로 인쇄됩니다.</legend>
      {keys.map((key) => (
        <DetailField
          key={key}
          name={key}
          text={texts[key] ?? ''}
          onText={(text) => onTexts({ ...texts, [key]: text })}
        />
      ))}
    </fieldset>
  )
}

/** The non-empty details that this kind of document uses. */
export function detailsOf(document: OfficialDocument, texts: DetailTexts): Readonly<Record<string, string>> {
  const filled = keysOf[document].map((key) => [key, (texts[key] ?? '').trim()] as const)
  return Object.fromEntries(filled.filter(([, text]) => text !== ''))
}

function DetailField({ name, text, onText }: { name: DetailKey; text: string; onText(text: string): void }) {
  const frame = { label: labels[name], hint: hints[name], value: text, onValue: onText }
  if (name === 'deposit_ground')
    return <Select<string> {...frame} choices={[{ value: '', label: '선택 안 함' }, ...depositGrounds]} />
  return days.has(name) ? <DateField {...frame} /> : <TextField {...frame} maxLength={100} />
}

const ofDeposit: readonly DetailKey[] = ['deposit_ground', 'ruling_committee', 'ruling_day', 'use_day', 'court', 'bank']
const keysOf: Readonly<Record<OfficialDocument, readonly DetailKey[]>> = {
  compensation_consultation: [
    ...(['consultation_from', 'consultation_to', 'consultation_place', 'consultation_method'] as const),
    ...(['payment_time', 'required_papers'] as const),
  ],
  deposit: ofDeposit,
  deposit_notice: ofDeposit,
  cost_claim: [],
}

const days: ReadonlySet<DetailKey> = new Set(['consultation_from', 'consultation_to', 'ruling_day', 'use_day'])

const hints: Readonly<Partial<Record<DetailKey, string>>> = {
  required_papers: '비워 두면 통상의 서류를 적습니다.',
  court: '비워 두면 주소의 관할등기소에 적힌 법원을 씁니다.',
}

const labels: Readonly<Record<DetailKey, string>> = {
  consultation_from: '협의기간 시작일',
  consultation_to: '협의기간 종료일',
  consultation_place: '협의장소',
  consultation_method: '협의방법',
  payment_time: '보상의 시기',
  required_papers: '구비서류',
  deposit_ground: '공탁사유',
  ruling_committee: '재결한 토지수용위원회',
  ruling_day: '재결일',
  use_day: '수용(사용)개시일',
  court: '관할법원',
  bank: '공탁금 보관은행',
}
