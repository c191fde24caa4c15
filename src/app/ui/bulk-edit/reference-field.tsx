import { Combobox } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { FieldValue } from '#contract/books/field.ts'
import { namedInFull, rankSuggestions } from '#domain/rank-suggestions.ts'
import type { CellOption } from '../data-table/data-table-props.ts'
import { isImeKey } from '../composition.ts'
import { FieldFrame, inputClass } from '../fields/text-field.tsx'

interface ReferenceFieldProps {
  label: string
  error: string | undefined
  options: readonly CellOption[]
  value: FieldValue
  onOption(option: CellOption | null): void
}

/** How many are offered at once; typing finds the others. */
const offered = 50

/** One record out of many, found by a part of its name or by 초성; a second line tells namesakes apart. Enter takes one that was named in full or pointed at. */
export function ReferenceField({ label, error, options, value, onOption }: ReferenceFieldProps) {
  const [typed, setTyped] = useState('')
  const chosen = options.find((option) => option.value === value) ?? null
  // The name of the chosen one stands in the field: nobody looks for it, and the list shows the others.
  const sought = typed === chosen?.label ? '' : typed

  function leavingKey(event: KeyboardEvent<HTMLInputElement>) {
    if (isImeKey(event) || (event.key !== 'Enter' && event.key !== 'Tab')) return
    const named = namedInFull(options, sought, itself)
    if (named && !event.currentTarget.getAttribute('aria-activedescendant')) onOption(named)
  }

  return (
    <FieldFrame label={label} isLabelHidden {...(error === undefined ? {} : { error })}>
      {(control) => (
        <Combobox.Root
          items={options}
          filteredItems={rankSuggestions(options, sought, itself).slice(0, offered)}
          value={chosen}
          onValueChange={onOption}
          onInputValueChange={setTyped}
          itemToStringLabel={(option: CellOption) => option.label}
        >
          <div className="relative">
            <Combobox.Input
              {...control}
              onKeyDown={leavingKey}
              placeholder="이름, 초성으로 찾기"
              className={`${inputClass} pr-8`}
            />
            <Combobox.Trigger
              aria-label={`${label} 목록`}
              className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-ink-3 hover:text-ink"
            >
              <ChevronDown size={16} strokeWidth={1.5} />
            </Combobox.Trigger>
          </div>
          <Combobox.Portal>
            <Combobox.Positioner sideOffset={4} className="z-50">
              <Combobox.Popup className="float-in max-h-[min(320px,var(--available-height))] w-(--anchor-width) min-w-48 overflow-y-auto rounded-control border bg-paper-raised py-1 shadow-float">
                <Combobox.Empty className="px-2.5 py-1.5 text-label text-ink-3 empty:hidden">
                  맞는 값이 없습니다.
                </Combobox.Empty>
                <Combobox.List>
                  {(option: CellOption) => (
                    <Combobox.Item
                      key={String(option.value)}
                      value={option}
                      className="flex cursor-default flex-col px-2.5 py-1.5 text-body select-none data-[highlighted]:bg-primary-wash coarse:py-3"
                    >
                      {option.label}
                      {option.note ? <span className="text-label text-ink-3">{option.note}</span> : null}
                    </Combobox.Item>
                  )}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      )}
    </FieldFrame>
  )
}

function itself(option: CellOption): CellOption {
  return option
}
