import type { Filter } from '#contract/query.ts'
import { DateField } from '../fields/date-field.tsx'
import { TextField } from '../fields/text-field.tsx'
import { useReadOnLeave } from '../fields/use-read-on-leave.ts'

export type RangeFilter = Filter & { readonly op: 'between' }

interface RangeFieldsProps {
  field: string
  filter: RangeFilter | undefined
  /** What stands above the two fields. */
  labels: readonly [string, string]
  onFilter(filter: RangeFilter): void
}

/** First and last day, both of them counted in; either may stay open. */
export function DateRange({ field, filter, labels, onFilter }: RangeFieldsProps) {
  const [from, to] = [String(filter?.from ?? ''), String(filter?.to ?? '')]
  const isBackwards = from !== '' && to !== '' && to < from
  return (
    <>
      <DateField
        label={labels[0]}
        value={from}
        onValue={(value) => onFilter({ op: 'between', field, from: value || null, to: to || null })}
      />
      <DateField
        label={labels[1]}
        value={to}
        error={isBackwards ? '시작일보다 빠릅니다.' : undefined}
        onValue={(value) => onFilter({ op: 'between', field, from: from || null, to: value || null })}
      />
    </>
  )
}

/** Smallest and largest number, both of them counted in; either may stay open. */
export function NumberRange({ field, filter, labels, onFilter }: RangeFieldsProps) {
  const [from, to] = [numberOrNull(filter?.from), numberOrNull(filter?.to)]
  const isBackwards = from !== null && to !== null && to < from
  return (
    <>
      <NumberField
        label={labels[0]}
        value={from}
        onValue={(value) => onFilter({ op: 'between', field, from: value, to })}
      />
      <NumberField
        label={labels[1]}
        value={to}
        error={isBackwards ? '최솟값보다 작습니다.' : undefined}
        onValue={(value) => onFilter({ op: 'between', field, from, to: value })}
      />
    </>
  )
}

interface NumberFieldProps {
  label: string
  value: number | null
  error?: string | undefined
  onValue(value: number | null): void
}

/** Read when the field is left or with Enter, as days are: a half-typed number is no limit. */
function NumberField({ label, value, error, onValue }: NumberFieldProps) {
  const { draft, isWrong, input } = useReadOnLeave((text) => {
    const plain = text.normalize('NFKC').replaceAll(/[,\s원]/g, '')
    const isReadable = plain === '' || /^-?\d+(\.\d+)?$/.test(plain)
    if (isReadable) onValue(plain === '' ? null : Number(plain))
    return isReadable
  })

  return (
    <TextField
      {...input}
      label={label}
      inputMode="decimal"
      className="tabular-nums text-right"
      error={isWrong ? '숫자를 확인해 주세요.' : error}
      value={draft ?? value?.toLocaleString('ko-KR', { maximumFractionDigits: 10 }) ?? ''}
    />
  )
}

function numberOrNull(value: string | number | null | undefined): number | null {
  return typeof value === 'number' ? value : null
}
