import { Plus, X } from 'lucide-react'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { AmountField } from '#app/ui/fields/amount-field.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { useLineFocus } from '#app/ui/use-line-focus.ts'
import type { BracketDraft } from './rate-draft.ts'

interface BracketTableProps {
  /** Key of the entry, used to find its errors. */
  name: string
  label: string
  lines: readonly BracketDraft[]
  faults: Readonly<Record<string, string>>
  onLines(lines: readonly BracketDraft[]): void
}

/** On a phone the limits get the most space, because they are the longest numbers. */
const lineClass =
  'grid grid-cols-[minmax(0,1.4fr)_3.25rem_minmax(0,1fr)_2rem] gap-1.5 sm:max-w-xl sm:grid-cols-[1fr_5rem_1fr_2rem] sm:gap-2'

/**
 * A rate table by brackets: up to an amount, a percentage, and a fixed sum on top. The last line
 * has no limit.
 */
export function BracketTable({ name, label, lines, faults, onLines }: BracketTableProps) {
  const { list, willAdd, willRemove } = useLineFocus()
  const change = (index: number, patch: Partial<BracketDraft>) =>
    onLines(lines.map((line, at) => (at === index ? { ...line, ...patch } : line)))
  return (
    <fieldset ref={list} className="flex flex-col gap-1.5">
      <legend className="pb-1 font-semibold">{label}</legend>
      <div aria-hidden className={`${lineClass} text-label text-ink-2`}>
        <span>이하 (원)</span>
        <span>율 (%)</span>
        <span>가산 (원)</span>
      </div>
      {lines.map((line, index) => (
        <BracketLine
          key={index}
          line={line}
          faults={faults}
          at={`${name}.${index}`}
          accessibleName={`${label} ${index + 1}번째 줄`}
          isLast={index === lines.length - 1}
          onChange={(patch) => change(index, patch)}
          onRemove={() => {
            willRemove(index)
            onLines(lines.toSpliced(index, 1))
          }}
        />
      ))}
      {faults[name] ? <p className="text-label text-seal">{faults[name]}</p> : null}
      <div>
        <Button
          size="sm"
          tone="transparent"
          icon={<Plus size={16} strokeWidth={1.5} />}
          aria-label={`${label} 줄 추가`}
          onClick={() => {
            willAdd(lines.length - 1)
            onLines(lines.toSpliced(-1, 0, { up_to: '', percent: '', base: '' }))
          }}
        >
          줄 추가
        </Button>
      </div>
    </fieldset>
  )
}

interface BracketLineProps {
  line: BracketDraft
  /** Path of the line in `faults`. */
  at: string
  /** Prefix of the fields' accessible labels. */
  accessibleName: string
  isLast: boolean
  faults: Readonly<Record<string, string>>
  onChange(patch: Partial<BracketDraft>): void
  onRemove(): void
}

function BracketLine({ line, at, accessibleName, isLast, faults, onChange, onRemove }: BracketLineProps) {
  const fieldOf = (key: keyof BracketDraft) => ({
    value: line[key],
    onValue: (text: string) => onChange({ [key]: text }),
    error: faults[`${at}.${key}`],
    isLabelHidden: true,
  })
  return (
    <div data-line className={`${lineClass} items-start max-sm:[&_input]:px-1.5`}>
      {isLast ? (
        <p className="py-1.5 text-right text-ink-3">그 이상 모두</p>
      ) : (
        <AmountField label={`${accessibleName} 이하 금액`} {...fieldOf('up_to')} />
      )}
      <TextField
        label={`${accessibleName} 율`}
        inputMode="decimal"
        className="text-right tabular-nums"
        {...fieldOf('percent')}
      />
      <AmountField label={`${accessibleName} 가산 금액`} {...fieldOf('base')} />
      {isLast ? null : (
        <IconButton
          label={`${accessibleName} 삭제`}
          size="sm"
          icon={<X size={16} strokeWidth={1.5} />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}
