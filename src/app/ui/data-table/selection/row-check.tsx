import { Check, Minus } from 'lucide-react'

interface RowCheckProps {
  isChecked: boolean | 'some'
  label: string
}

/**
 * The tick of a row, or of all rows in the header. No input of its own: the focus stays in the table's one input (Ctrl+Shift+Space ticks), the press is heard
 * by pointer-events.ts.
 */
export function RowCheck({ isChecked, label }: RowCheckProps) {
  const isOn = isChecked !== false
  return (
    <span
      role="checkbox"
      tabIndex={-1}
      aria-checked={isChecked === 'some' ? 'mixed' : isChecked}
      aria-label={label}
      data-check
      className="absolute inset-y-0 left-0 flex w-9 cursor-pointer items-center justify-center outline-none coarse:w-11"
    >
      <span
        aria-hidden
        className={`flex size-4 items-center justify-center rounded-[3px] border ${isOn ? 'border-primary bg-primary text-primary-ink' : 'border-rule-strong bg-paper-raised'}`}
      >
        {isChecked === true ? <Check size={12} strokeWidth={3} /> : null}
        {isChecked === 'some' ? <Minus size={12} strokeWidth={3} /> : null}
      </span>
    </span>
  )
}
